import {
  appUserAgents,
  loginHeader,
  practicePath,
  ticketPath,
} from '@attune/contract/features/people/native-app/native-app.rules'
import { setTransport } from '../../api/transport.ts'
import { base64 } from '../../base64.ts'
import { openSignIn } from './browser-sign-in.ts'
import type { NativeAnswer, NativePort } from '../port.ts'
import { NativeHttpError } from '../port.ts'
import type { JoinedPractice } from './practice-address.ts'

const practiceKey = 'practice'
const loginKey = 'login'
/**
 * The time that the device's HTTP client waits for the next bytes, in milliseconds. The server sends comments during the pauses of a stream, so a
 * stream does not reach this limit.
 */
const timeoutMilliseconds = 20_000

/** A bearer token for requests without a login, so that the server sets no cookie. The server finds no login for this token. */
const noToken = 'none'

/** Makes the paths of files and pictures in a response absolute. Text that a person wrote cannot match, because its quotation marks are escaped. */
const withWholeAddresses = (text: string, origin: string) =>
  text.replaceAll(/"(url|avatarUrl)":"(\/(?:api|avatars)\/)/g, (_, name, path) => `"${name}":"${origin}${path}`)

const isEmpty = (status: number) => status === 204 || status === 205 || status === 304

const responseOf = ({ status, headers, text }: NativeAnswer) =>
  new Response(isEmpty(status) ? null : text, { status, headers })

/** The app's connection to its practice. Practice and bearer token are stored only in the system's secure storage and in memory. */
export class PracticeConnection {
  #port: NativePort
  #practice: JoinedPractice | null = null
  #token: string | null = null
  constructor(port: NativePort) {
    this.#port = port
  }

  /** Reads the practice and the login that the device has stored. After the storage was erased, the app has no practice and no login. */
  async load(): Promise<void> {
    const [stored, token] = await Promise.all([this.#port.secrets.get(practiceKey), this.#port.secrets.get(loginKey)])
    try {
      this.#practice = JSON.parse(stored ?? 'null') as JoinedPractice | null
    } catch {
      this.#practice = null
    }
    this.#token = this.#practice && token
  }

  get practice(): JoinedPractice | null {
    return this.#practice
  }

  get hasLogin(): boolean {
    return this.#token !== null
  }

  get token(): string | null {
    return this.#token
  }

  async join(practice: JoinedPractice): Promise<void> {
    if (practice.origin !== this.#practice?.origin) await this.setToken(null)
    this.#practice = practice
    await this.#port.secrets.set(practiceKey, JSON.stringify(practice))
  }

  /** Deletes the practice and the login. Drafts and queued changes are kept, encrypted, until the same person signs in again. */
  async leave(): Promise<void> {
    await this.setToken(null)
    this.#practice = null
    await this.#port.secrets.remove(practiceKey)
  }

  async setToken(token: string | null): Promise<void> {
    this.#token = token
    if (token) await this.#port.secrets.set(loginKey, token)
    else await this.#port.secrets.remove(loginKey)
  }

  /** Sends a request to a path of the practice with the device's HTTP client. */
  send = async (path: string, { method = 'GET', headers, body, signal }: RequestInit): Promise<Response> => {
    signal?.throwIfAborted()
    const practice = this.#practice
    if (!practice) throw new NativeHttpError('no-connection')
    const sent = this.#port.http({
      url: `${practice.origin}${path}`,
      method,
      headers: {
        ...(headers as Record<string, string>),
        authorization: `Bearer ${this.#token ?? noToken}`,
        'user-agent': appUserAgents[this.#port.platform],
      },
      ...(typeof body === 'string' && { body: { json: JSON.parse(body) as unknown } }),
      ...(body instanceof Blob && { body: { file: await base64(body) } }),
      timeoutMilliseconds,
    })
    const answer = await (signal ? Promise.race([sent, aborted(signal)]) : sent)
    const login = answer.headers[loginHeader]
    if (login !== undefined) await this.setToken(login || null)
    return responseOf({ ...answer, text: withWholeAddresses(answer.text, practice.origin) })
  }

  /** Requests a ticket and returns the URL of the live connection with it. */
  #liveAddress = async (): Promise<string> => {
    const { api } = await import('../../api/api.ts')
    const { ticket } = await api.nativeApp.liveTicket({})
    return this.#socketAddress(ticketPath(ticket))
  }

  #socketAddress = (path: string): string => `${this.#practice?.origin.replace(/^https/, 'wss') ?? ''}${path}`

  #readPublicKey = async (): Promise<string | null> => {
    const answer = await this.send(practicePath, { headers: { accept: 'application/json' } })
    const { key } = (await answer.json()) as { key?: string }
    if (key && this.#practice) await this.join({ ...this.#practice, key })
    return key ?? null
  }

  /** Returns the URL of a path of the practice with a pass that is valid for a minute. */
  #address = async (path: string): Promise<string> => {
    const origin = this.#practice?.origin ?? ''
    // Responses contain absolute URLs. The URLs of files already have a pass.
    const own = path.startsWith(`${origin}/`) ? path.slice(origin.length) : path
    if (/[?&]pass=/.test(own)) return `${origin}${own}`
    const { api } = await import('../../api/api.ts')
    const { url } = await api.nativeApp.address({ address: own })
    return URL.canParse(url) ? url : `${origin}${url}`
  }

  /** Makes this connection the transport of the app. */
  use(): void {
    setTransport({
      send: this.send,
      liveAddress: this.#liveAddress,
      socketAddress: this.#socketAddress,
      readPublicKey: this.#readPublicKey,
      address: this.#address,
      open: (url) => this.#port.openBrowser(url),
      signIn: () => openSignIn(this.#port, this.#practice?.origin ?? ''),
      uploads: () => ({
        address: `${this.#practice?.origin ?? ''}/api/uploads`,
        headers: { authorization: `Bearer ${this.#token ?? noToken}` },
      }),
    })
  }
}

const aborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
  })
