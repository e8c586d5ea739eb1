/**
 * Languages of their own, such as queries and mappings. Their schemas are hundreds of kilobytes in each tool that takes one, which no
 * model can read, so a tool takes any object and names the page that describes it.
 */
export const languages: Readonly<Record<string, readonly [what: string, page: string]>> = {
  "_types.query_dsl.QueryContainer": [
    'A query, such as {"match": {"title": "words"}} or {"bool": {"filter": [{"term": {"status": "open"}}]}}.',
    "https://www.elastic.co/docs/explore-analyze/query-filter/languages/querydsl",
  ],
  "_types.aggregations.AggregationContainer": [
    'An aggregation, such as {"terms": {"field": "status"}}.',
    "https://www.elastic.co/docs/explore-analyze/query-filter/aggregations",
  ],
  "_types.aggregations.Aggregate": [
    "The result of an aggregation.",
    "https://www.elastic.co/docs/explore-analyze/query-filter/aggregations",
  ],
  "_types.mapping.Property": [
    'The mapping of a field, such as {"type": "keyword"}.',
    "https://www.elastic.co/docs/reference/elasticsearch/mapping-reference/field-data-types",
  ],
  "_types.RetrieverContainer": [
    "A retriever.",
    "https://www.elastic.co/docs/reference/elasticsearch/rest-apis/retrievers",
  ],
  "_types.analysis.Analyzer": [
    "An analyzer.",
    "https://www.elastic.co/docs/reference/text-analysis/analyzer-reference",
  ],
  "_types.analysis.TokenFilterDefinition": [
    "A token filter.",
    "https://www.elastic.co/docs/reference/text-analysis/token-filter-reference",
  ],
  "_types.analysis.TokenizerDefinition": [
    "A tokenizer.",
    "https://www.elastic.co/docs/reference/text-analysis/tokenizer-reference",
  ],
  "indices._types.IndexSettings": [
    'Settings of an index, such as {"number_of_replicas": 1}.',
    "https://www.elastic.co/docs/reference/elasticsearch/index-settings/",
  ],
  "ingest._types.ProcessorContainer": [
    'A processor, such as {"set": {"field": "a", "value": 1}}.',
    "https://www.elastic.co/docs/reference/enrich-processor/",
  ],
};
