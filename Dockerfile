# Builds the image of Attune; docs/guide/host.md describes how to run it. Pin both base images by their digest, for example
# --build-arg RUN_IMAGE=debian:trixie-slim@sha256:…
ARG BUILD_IMAGE=node:24-trixie-slim
ARG RUN_IMAGE=debian:trixie-slim

FROM ${BUILD_IMAGE} AS build
WORKDIR /opt/attune
# The packages are installed again only if one of these files has changed.
COPY package.json package-lock.json ./
COPY apps/native/package.json apps/native/
COPY apps/server/package.json apps/server/
COPY apps/web/package.json apps/web/
COPY packages/contract/package.json packages/contract/
RUN npm ci --no-audit --no-fund --loglevel=error
COPY . .
RUN node tools/build-web.mjs
RUN node tools/image/prune.mjs

FROM ${RUN_IMAGE}
LABEL org.opencontainers.image.title="Attune" org.opencontainers.image.licenses="AGPL-3.0-or-later"
RUN useradd --system --uid 10001 --user-group --no-create-home --home-dir /nonexistent --shell /usr/sbin/nologin attune
RUN install -d -m 700 -o 10001 -g 10001 /data
COPY --from=build --chown=0:0 /opt/attune /opt/attune
# The server runs on the Node of its lock file. The image has no npm and no compiler.
ENV PATH=/opt/attune/node_modules/node/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
# The data is in a folder of the volume, because a restore moves that folder aside.
ENV NODE_ENV=production ATTUNE_DATA=/data/attune HOST=0.0.0.0
WORKDIR /opt/attune
USER 10001:10001
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=10s --start-period=120s CMD ["node", "tools/ready.ts"]
CMD ["node", "apps/server/src/main.ts"]
