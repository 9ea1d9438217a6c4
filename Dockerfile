# Earmark as an image: the web app built, the server's sources as they are (Node runs them), nothing that only
# building needs. Runs as a user of its own; its root file system may be read-only. What is kept is in /data, and
# /backups is a place for backups.

FROM node:24.21.0-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY contract/package.json contract/
COPY server/package.json server/
COPY web/package.json web/
COPY e2e/package.json e2e/
COPY bench/package.json bench/
RUN npm ci --ignore-scripts
COPY tsconfig.base.json tsconfig.json ./
COPY contract contract
COPY web web
RUN npm run build

FROM node:24.21.0-bookworm-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY contract/package.json contract/
COPY server/package.json server/
COPY web/package.json web/
COPY e2e/package.json e2e/
COPY bench/package.json bench/
# The image brings its own Node: the one that the repository pins for other machines stays out.
RUN npm ci --ignore-scripts --omit=dev --workspace=contract --workspace=server --include-workspace-root=false

FROM node:24.21.0-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data NODE_COMPILE_CACHE=/app/node_modules/.cache/node
# How little memory is kept when it is not needed: docs/decisions/0021.
ENV MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=65536
WORKDIR /app
COPY --from=dependencies /app/node_modules node_modules
COPY package.json LICENSE ./
COPY contract contract
COPY server server
COPY sample sample
COPY --from=build /app/web/dist web/dist
RUN mkdir -p /data /backups node_modules/.cache && chmod 700 /data /backups && chown node:node /data /backups node_modules/.cache
USER node
# Compiled code is kept apart by user and by flags: made here by those that it runs with, as nothing is written later.
RUN node --max-semi-space-size=2 --v8-pool-size=1 --heap-growing-percent=50 --expose-gc --input-type=module --eval "await import('./server/src/main.ts')"
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "--eval", "fetch(`http://127.0.0.1:${process.env.PORT}/health/ready`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Node itself is the first process: the server listens to signals, and its shell waits for the children that it starts.
CMD ["node", "--max-semi-space-size=2", "--v8-pool-size=1", "--heap-growing-percent=50", "--expose-gc", "server/src/main.ts"]
