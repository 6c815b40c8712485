import { contract } from '@attune/contract'
import { OpenAPIGenerator } from '@orpc/openapi'
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4'
import type { FastifyInstance } from 'fastify'
import Fastify from 'fastify'
import { randomBytes } from 'node:crypto'
import { pagePolicy } from '../headers.ts'

/** Returns the OpenAPI description of all procedures and their refusals, generated from the contract. */
export async function describeApi(): Promise<string> {
  const generator = new OpenAPIGenerator({ schemaConverters: [new ZodToJsonSchemaConverter()] })
  const description = await generator.generate(contract, {
    info: { title: 'Attune', version: '1' },
    servers: [{ url: '/api' }],
    security: [
      { cookie: [], key: [] },
      { bearer: [], key: [] },
    ],
    components: {
      securitySchemes: {
        cookie: {
          type: 'apiKey',
          in: 'cookie',
          name: 'attune',
          description: 'The login of a browser; __Host-attune on https.',
        },
        bearer: { type: 'http', scheme: 'bearer', description: 'The login of a native shell.' },
        key: { type: 'apiKey', in: 'header', name: 'x-attune-key', description: 'Names the app; grants nothing.' },
      },
    },
  })
  for (const [path, { post }] of Object.entries(description.paths ?? {}).map(
    ([name, item]) => [name, item ?? {}] as const,
  )) {
    if (post) post.tags = [path.split('/')[1] ?? '']
  }
  return JSON.stringify(description)
}

/**
 * Serves the OpenAPI description of the API at `/api/openapi.json`, and at `/api/docs` a page that shows it. The page
 * loads nothing from other servers.
 */
export function mountReference(app: FastifyInstance): void {
  let description: Promise<string> | null = null
  let script: Promise<string> | null = null

  app.get('/api/openapi.json', async (_, reply) =>
    reply.type('application/json').send(await (description ??= describeApi())),
  )

  app.get('/api/docs/reference.js', async (_, reply) =>
    reply
      .type('text/javascript; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(await (script ??= readScript())),
  )

  app.get('/api/docs', async (_, reply) => {
    const nonce = randomBytes(16).toString('base64')
    return reply.header('content-security-policy', policyOf(nonce)).type('text/html; charset=utf-8').send(page(nonce))
  })
}

/** Loads the script of the page at the first request, because the script is a string of several megabytes within its package. */
async function readScript(): Promise<string> {
  const { default: reference } = await import('@scalar/fastify-api-reference')
  const inner = Fastify()
  await inner.register(reference, { routePrefix: '/', configuration: { content: {} } })
  const answer = await inner.inject('/js/scalar.js')
  await inner.close()
  return answer.body
}

const settings = {
  url: '/api/openapi.json',
  withDefaultFonts: false,
  telemetry: false,
  hideClientButton: true,
  showDeveloperTools: 'never',
  agent: { disabled: true },
  mcp: { disabled: true },
}

/**
 * Returns the content security policy of the page. Style attributes, which the script sets, are allowed because they
 * cannot run code. The script that `nonceScript` returns sets the nonce on each style element that the page's script
 * creates.
 */
const policyOf = (nonce: string) => `${pagePolicy(nonce)}; style-src-attr 'unsafe-inline'`
const nonceScript = (nonce: string) => `
const make = document.createElement.bind(document)
document.createElement = (name, options) => {
  const made = make(name, options)
  if (made instanceof HTMLStyleElement) made.nonce = ${JSON.stringify(nonce)}
  return made
}`

const page = (nonce: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta property="csp-nonce" content="${nonce}">
<link rel="icon" type="image/svg+xml" href="/favicon.svg">
<title>Attune API</title>
<script nonce="${nonce}">${nonceScript(nonce)}</script>
</head>
<body>
<div id="app"></div>
<script nonce="${nonce}" src="/api/docs/reference.js"></script>
<script nonce="${nonce}">Scalar.createApiReference('#app', ${JSON.stringify(settings)})</script>
</body>
</html>
`
