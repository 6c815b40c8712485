import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import type { TextChannel } from '../../platform/channels/text-provider.ts'
import { openOutbound } from '../../platform/outbound/outbound.ts'
import { twilioSignature } from '../../platform/channels/twilio/twilio.signature.ts'
import type { ApiClient } from '../browser.ts'

/**
 * The behavior of the API. `drop`: accepts the text message and closes the connection. `silent`: accepts it and does not respond until `release`.
 * A number: refuses with this Twilio error code.
 */
export type TwilioMode =
  | 'ok'
  | 'drop'
  | 'silent'
  | 'limited'
  | 'broken'
  | 'nonsense'
  | 'redirect'
  | 'wrong-key'
  | number

export type TwilioRequest = {
  form: URLSearchParams
  deliveryId: string | null
  providerId: string
  authorization: string
}

/**
 * The response to a request for a file: a redirect to its bytes, a redirect to another server, a server error, or an error that the file does not
 * exist.
 */
export type MediaMode = 'ok' | 'elsewhere' | 'broken' | 'missing' | 'gone'

export type TwilioDouble = {
  origin: string
  account: { sid: string; token: string }
  mode: TwilioMode
  /** Every request in order, including refused ones. */
  requests: TwilioRequest[]
  /** The number of requests that the double accepted, by delivery id. */
  accepted: Map<string, number>
  mediaMode: MediaMode
  /** The path and the Authorization header of every request for a file. */
  mediaRequests: { path: string; authorization: string | undefined }[]
  /** Stores a file and returns its URL at the API, which redirects twice to the URL of the bytes. */
  addMedia(bytes: Buffer): string
  /** Responds to the requests that arrived in the mode `silent`. */
  release(): void
  /** Calls a webhook of the product with Twilio's signature. `token` and `url` replace the signed values. Returns the response. */
  call(address: string, fields: Record<string, string>, changes?: { token?: string; url?: string }): Promise<Response>
  report(origin: string, deliveryId: string, fields: Record<string, string>): Promise<Response>
  /** Delivers a text message to a number of the practice. */
  deliver(origin: string, fields: Record<string, string>): Promise<Response>
  close(): Promise<void>
}

/** Starts a double of Twilio with the part of the API that the product uses. */
export async function openTwilioDouble(): Promise<TwilioDouble> {
  const account = { sid: `AC${'5'.repeat(32)}`, token: 'the-token-of-the-account' }
  const held: (() => void)[] = []
  let count = 0
  const media = new Map<string, Buffer>()
  const server = createServer((request, response) => {
    if (request.method === 'GET') return answerMedia(request, response)
    void textOf(request).then((body) => answer(request, response, new URLSearchParams(body)))
  })

  function answerMedia({ url: path = '', headers }: IncomingMessage, response: ServerResponse): void {
    const { authorization } = headers
    double.mediaRequests.push({ path, authorization })
    const [, first, id = ''] = /^\/(\S+?)(?:\/\S*)?\/(ME\w+)$/.exec(path) ?? []
    const bytes = media.get(id)
    const redirect = (location: string) => void response.writeHead(302, { location }).end()
    const end = (status: number) => void response.writeHead(status).end()
    const { mediaMode: mode } = double
    if (mode === 'gone') return end(410)
    if (mode === 'broken') return end(500)
    if (!bytes || mode === 'missing') return end(404)
    if (first === 'files') return void response.writeHead(200, { 'content-type': 'image/jpeg' }).end(bytes)
    if (first === 'signed') return redirect(`/files/${id}`)
    if (authorization !== basicOf(account)) return end(401)
    redirect(mode === 'elsewhere' ? `https://files.example/${id}` : `${double.origin}/signed/${id}`)
  }

  function answer(request: IncomingMessage, response: ServerResponse, form: URLSearchParams): void {
    const deliveryId = form.get('StatusCallback')?.split('/').at(-1) ?? null
    const providerId = `SM${String(++count).padStart(32, '0')}`
    const authorization = request.headers.authorization ?? ''
    double.requests.push({ form, deliveryId, providerId, authorization })
    const isKnown =
      authorization === basicOf(account) && request.url === `/2010-04-01/Accounts/${account.sid}/Messages.json`
    const send = (status: number, content: object | string, headers: Record<string, string> = {}) =>
      void response
        .writeHead(status, { 'content-type': 'application/json', ...headers })
        .end(typeof content === 'string' ? content : JSON.stringify(content))
    const refuse = (status: number, code: number, message: string) =>
      send(status, { code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status })
    const accept = () => {
      if (deliveryId !== null) double.accepted.set(deliveryId, (double.accepted.get(deliveryId) ?? 0) + 1)
    }
    const { mode } = double
    if (!isKnown || mode === 'wrong-key') return refuse(401, 20003, 'Authenticate')
    if (typeof mode === 'number') return refuse(400, mode, 'Refused')
    if (mode === 'limited')
      return send(429, { code: 20429, message: 'Too Many Requests', status: 429 }, { 'retry-after': '7' })
    if (mode === 'redirect') return send(307, '', { location: `${double.origin}/elsewhere` })
    if (mode === 'broken') return send(500, { code: 20500, message: 'Internal Server Error', status: 500 })
    accept()
    if (mode === 'drop') return void request.socket.destroy()
    if (mode === 'nonsense') return send(200, '<html>')
    const reply = () => send(201, { sid: providerId, status: 'queued', num_segments: '1', error_code: null })
    if (mode === 'silent') held.push(reply)
    else reply()
  }

  const double: TwilioDouble = {
    origin: '',
    account,
    mode: 'ok',
    requests: [],
    mediaMode: 'ok',
    mediaRequests: [],
    addMedia(bytes) {
      const id = `ME${String(++count).padStart(32, '0')}`
      media.set(id, bytes)
      return `${double.origin}/2010-04-01/Accounts/${account.sid}/Messages/MM1/Media/${id}`
    },
    accepted: new Map(),
    release: () => held.splice(0).forEach((reply) => reply()),
    call(address, fields, { token = account.token, url = address } = {}) {
      const form = new URLSearchParams(fields)
      const headers = {
        'content-type': 'application/x-www-form-urlencoded; charset=UTF-8',
        'x-twilio-signature': twilioSignature(token, url, form),
      }
      return fetch(address, { method: 'POST', headers, body: form.toString(), redirect: 'manual' })
    },
    report: (origin, deliveryId, fields) =>
      double.call(`${origin}/hooks/twilio/${deliveryId}`, { AccountSid: account.sid, ...fields }),
    deliver: (origin, fields) =>
      double.call(`${origin}/hooks/twilio/incoming`, { AccountSid: account.sid, NumMedia: '0', ...fields }),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  double.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return double
}

const basicOf = ({ sid, token }: TwilioDouble['account']) =>
  `Basic ${Buffer.from(`${sid}:${token}`).toString('base64')}`

/** The numbers of the practice in the setup of `setUpTexts`. */
export const practiceNumbers = { sms: '+4915112345678', whatsapp: '+4915187654321' } as const

/** Returns the options of a test app that sends its text messages to the double. */
export const textsTo = (double: TwilioDouble) => ({
  outbound: openOutbound({ trusted: [double.origin] }),
  textApiOrigin: double.origin,
})

/** Sets up the account of the double and a number of the practice for each channel, and switches the channels on. */
export async function setUpTexts(
  admin: { api: ApiClient },
  double: TwilioDouble,
  { channels = ['sms', 'whatsapp'], content = false }: { channels?: readonly TextChannel[]; content?: boolean } = {},
): Promise<void> {
  const { channelSetup: api } = admin.api
  await api.saveAccount({ account: double.account.sid, key: double.account.token })
  await api.saveTexts({ nameInTexts: 'Attune', allowedCountries: ['DE', 'US'] })
  if (content) await api.recordAgreement({ country: 'DE', name: 'Ada Admin', date: '2026-01-05' })
  for (const channel of channels) {
    await api.saveSender({ id: randomUUID(), channel, number: practiceNumbers[channel], therapistId: null })
    await api.setChannelOn({ channel, isOn: true })
    if (content) await api.setCarriesContent({ channel, carriesContent: true })
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts).toString()
}
