/** Whether content of a media type is one JSON value. Types such as `application/x-ndjson` are texts of many. */
export const isJsonType = (mediaType: string): boolean => /^[^;]*[/+.]json *(?:;|$)/i.test(mediaType);
