import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Readable } from 'node:stream'
import { pagePolicy } from './headers.ts'
import { randomBytes } from 'node:crypto'
import type { OfferedLanguages } from '@attune/contract/common/text/language-choice'
import { languageFromHeader, translate } from '../text/translations.ts'

/** Returns the body of a refusal that no procedure declares, in the same form as declared refusals. */
export const refusalBody = (status: number, code: string) => ({ defined: false, code, status, message: code })

/**
 * Refuses a request before any procedure is called. Answers with JSON if the path is under /api or `page` is not given.
 * Otherwise answers with an HTML page in the language of the browser, if it is offered.
 */
export function sendRefusal(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  code: string,
  page?: { name: string; params?: Record<string, string>; offered: OfferedLanguages },
) {
  if (request.url.startsWith('/api/') || !page) {
    return reply
      .status(status)
      .type('application/json')
      .send(JSON.stringify(refusalBody(status, code)))
  }
  const language = languageFromHeader(request.headers['accept-language'], page.offered)
  const nonce = randomBytes(16).toString('base64')
  const say = (part: string) => escapeHtml(translate(language, `page.${page.name}.${part}`, page.params))
  return reply
    .status(status)
    .header('content-security-policy', pagePolicy(nonce))
    .type('text/html; charset=utf-8')
    .send(
      `<!doctype html><html lang="${language}"><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
        `<title>${say('title')}</title><style nonce="${nonce}">${style}</style><main><h1>${say('title')}</h1><p>${say('text')}</p></main></html>`,
    )
}

/** Refuses a request above a rate limit with 429 TOO_MANY. `seconds` is the time until the next request is accepted. */
export const sendTooMany = (request: FastifyRequest, reply: FastifyReply, seconds: number) =>
  sendRefusal(request, reply.header('retry-after', String(seconds)), 429, 'TOO_MANY')

const style =
  'body{font:17px/1.6 system-ui,sans-serif;color:#26332d;background:#f6f8f6;margin:0}main{max-width:34rem;margin:15vh auto;padding:0 1.5rem}h1{font-size:1.4rem;font-weight:600}'

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
/** Escapes a text for the content of an HTML element or a quoted attribute. */
export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? '')

/** A file that the browser saves. */
export type Download = {
  /** The value of the header Content-Type. */
  type: string
  /** The name of the file. Contains no quotation marks. */
  name: string
  content: Buffer | string | Readable
}

/** Sends a download. If a browser opens the file instead, the file can neither load resources nor run scripts. */
export const sendDownload = (reply: FastifyReply, { type, name, content }: Download) =>
  reply
    .headers({
      'content-type': type,
      'content-disposition': `attachment; filename="${name}"`,
      'content-security-policy': "default-src 'none'; sandbox",
    })
    .send(content)
