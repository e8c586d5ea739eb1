FROM node:26-slim AS console

WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY packages/contract/package.json packages/contract/
COPY packages/sdk/package.json packages/sdk/
COPY packages/console/package.json packages/console/
RUN npm ci --omit=dev --workspace packages/contract --workspace packages/sdk --workspace packages/console
COPY tsconfig.json ./
COPY packages packages
COPY scripts scripts
RUN node scripts/build-console.mjs

FROM node:26-slim

ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    PORT=4400 \
    BOWLINE_DATA_DIR=/data \
    MALLOC_ARENA_MAX=1 MALLOC_TRIM_THRESHOLD_=131072 GLIBC_TUNABLES=glibc.malloc.mxfast=0 \
    UV_THREADPOOL_SIZE=16

WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY packages/contract/package.json packages/contract/
COPY packages/catalog/package.json packages/catalog/
COPY packages/server/package.json packages/server/
# Only the server's packages: the image has a Node of its own.
RUN npm ci --omit=dev \
      --workspace packages/contract --workspace packages/catalog --workspace packages/server \
 && npm cache clean --force \
 && mkdir /data && chown node:node /data
COPY packages/contract packages/contract
COPY packages/catalog packages/catalog
COPY packages/server packages/server
COPY tsconfig.json ./
COPY scripts scripts
RUN node scripts/build-server.mjs
COPY --from=console /app/packages/console/dist packages/console/dist

USER node
VOLUME /data
EXPOSE 4400
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health/live`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["sh", "-c", "exec node --max-semi-space-size=16 --no-allocation-site-pretenuring --heap-growing-percent=50 --no-memory-reducer --managed-zone-memory packages/server/dist/main-*.js"]
