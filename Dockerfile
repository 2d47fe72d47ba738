# The service and the daily run in one image: `docker run IMAGE` serves /data, `docker run IMAGE daily` builds it.
# The base is an argument, so that a mirror of it, or one of your own with Node 24 on Debian, can stand in.
ARG NODE_IMAGE=docker.io/library/node:24-bookworm-slim

FROM ${NODE_IMAGE} AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# No package that runs here needs its install script; those of strangers do not run.
RUN npm ci --omit=dev --ignore-scripts

FROM ${NODE_IMAGE}
ARG VERSION=unknown
ARG REVISION=unknown
LABEL org.opencontainers.image.title="Assay" \
      org.opencontainers.image.description="An index of AI agents: daily run and service" \
      org.opencontainers.image.licenses="MIT" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}"
RUN groupadd --gid 10001 assay \
 && useradd --uid 10001 --gid assay --no-create-home --home-dir /nonexistent --shell /usr/sbin/nologin assay \
 && install -d -o assay -g assay /data
WORKDIR /app
COPY --from=packages /app/node_modules node_modules
COPY . .
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    PORT=8787
USER 10001:10001
VOLUME /data
EXPOSE 8787
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "cli/cli.ts"]
CMD ["serve", "--output", "/data"]
