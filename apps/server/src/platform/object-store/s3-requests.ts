import { createHash } from 'node:crypto'
import { AwsV4Signer } from 'aws4fetch'
import { NotFetchedError, type Outbound, type OutboundRequest, type OutboundResponse } from '../outbound/outbound.ts'

/** A bucket of S3 or of a compatible service, with the key for it. */
export type S3Settings = {
  /** The address of the service without the bucket, such as `https://s3.eu-central-1.amazonaws.com`. */
  endpoint: string
  region: string
  bucket: string
  /** The prefix of every key in the bucket; empty, or ends with `/`. */
  prefix: string
  accessKeyId: string
  secretAccessKey: string
  /** A key of 32 bytes in base64 with which the service encrypts each object (SSE-C). The service does not store it. */
  encryptionKey?: string
}

/** The limits of the requests to a bucket: the time limit of each attempt and the pauses before retries. */
export type S3Limits = {
  /** The time limit of a request, in milliseconds. */
  timeoutMilliseconds: number
  /** The pauses before each retry, in milliseconds. */
  pauses: readonly number[]
}

/**
 * The reason why a bucket cannot be used. `busy`: too many requests, or an error of the service. `not-stored`: the bucket confirmed an object but
 * does not contain it. `full`: the service has no space left. `refused`: the service does not accept the request or its address.
 */
export type S3Problem = 'no-bucket' | 'no-access' | 'unreachable' | 'busy' | 'full' | 'not-stored' | 'refused'

export class S3Error extends Error {
  override name = 'S3Error'
  readonly problem: S3Problem
  constructor(problem: S3Problem, message: string, cause?: unknown) {
    super(message, { cause })
    this.problem = problem
  }
}

/** A request to a bucket. */
export type S3Request = {
  method: OutboundRequest['method']
  /** The key without the prefix; omitted for a request about the bucket itself. */
  key?: string
  query?: Record<string, string>
  headers?: Record<string, string>
  body?: Buffer
  /** The maximum size of the response, in bytes. */
  atMostBytes?: number
}

const answerBytes = 4_000_000
/** The limits of a backup, which can wait. */
const patient: S3Limits = { timeoutMilliseconds: 120_000, pauses: [1_000, 2_000, 4_000, 8_000] }

/** Sends signed requests to a bucket. Retries a request that the service could not handle. */
export class S3Requests {
  readonly #settings: S3Settings
  readonly #outbound: Pick<Outbound, 'request'>
  readonly #pause: (milliseconds: number) => Promise<void>
  readonly #limits: S3Limits

  constructor(
    settings: S3Settings,
    outbound: Pick<Outbound, 'request'>,
    pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds)),
    limits: S3Limits = patient,
  ) {
    this.#settings = settings
    this.#outbound = outbound
    this.#pause = pause
    this.#limits = limits
  }

  /**
   * Sends a request, and repeats it after each pause of the limits while the storage service is busy or unreachable. Returns a response with a status
   * below 300 or one of `accepted`. Throws an S3Error for any other status, or if there is no response.
   */
  async send(request: S3Request, accepted: readonly number[] = []): Promise<OutboundResponse> {
    for (let attempt = 0; ; attempt++) {
      const answer = await this.#attempt(request).catch((error: unknown) => failureOf(error))
      if (!(answer instanceof S3Error) && (answer.status < 300 || accepted.includes(answer.status))) return answer
      const error = answer instanceof S3Error ? answer : errorOf(answer)
      const pause = this.#limits.pauses[attempt]
      if (pause === undefined || !['busy', 'unreachable'].includes(error.problem)) throw error
      await this.#pause(pause)
    }
  }

  /**
   * Sends a request once and without a signature, as an outsider would. Returns the status of the response. Throws an S3Error if no response arrives.
   */
  async sendUnsigned(request: S3Request): Promise<number> {
    const url = this.#urlOf(request)
    const { status } = await this.#outbound
      .request(url, {
        method: request.method,
        atMostBytes: answerBytes,
        timeoutMilliseconds: this.#limits.timeoutMilliseconds,
      })
      .catch((error: unknown) => {
        throw failureOf(error)
      })
    return status
  }

  async #attempt(request: S3Request): Promise<OutboundResponse> {
    const { method, headers = {}, body, atMostBytes = answerBytes } = request
    const { accessKeyId, secretAccessKey, region } = this.#settings
    const hash = createHash('sha256')
      .update(body ?? '')
      .digest('hex')
    const signer = new AwsV4Signer({
      method,
      url: this.#urlOf(request),
      headers: { ...headers, ...this.#encryptionOf(request), 'x-amz-content-sha256': hash },
      accessKeyId,
      secretAccessKey,
      region,
      service: 's3',
    })
    const { url, headers: signed } = await signer.sign()
    const length: Record<string, string> =
      body || method === 'PUT' || method === 'POST' ? { 'content-length': String(body?.length ?? 0) } : {}
    return this.#outbound.request(String(url), {
      method,
      headers: { ...Object.fromEntries(signed), ...length },
      ...(body && { body }),
      atMostBytes,
      timeoutMilliseconds: this.#limits.timeoutMilliseconds,
    })
  }

  /** Returns the headers with the key for the encryption of an object. A deletion and a request about the bucket need none. */
  #encryptionOf({ method, key }: S3Request): Record<string, string> {
    const { encryptionKey } = this.#settings
    if (encryptionKey === undefined || key === undefined || method === 'DELETE') return {}
    const name = 'x-amz-server-side-encryption-customer'
    const hash = createHash('md5').update(Buffer.from(encryptionKey, 'base64')).digest('base64')
    return { [`${name}-algorithm`]: 'AES256', [`${name}-key`]: encryptionKey, [`${name}-key-MD5`]: hash }
  }

  #urlOf({ key, query = {} }: S3Request): string {
    const { endpoint, bucket, prefix } = this.#settings
    const path = key === undefined ? bucket : `${bucket}/${prefix}${key}`
    const url = new URL(`${endpoint.replace(/\/+$/, '')}/${path}`)
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    return String(url)
  }
}

/** The codes with which services report that they have no space left. S3 itself never reports this. */
const fullCodes = ['QuotaExceeded', 'XMinioStorageFull', 'InsufficientStorage']

function failureOf(error: unknown): S3Error {
  if (!(error instanceof NotFetchedError)) throw error
  const problem = ['not-allowed', 'not-https', 'not-public', 'redirect', 'too-large'].includes(error.reason)
    ? 'refused'
    : 'unreachable'
  return new S3Error(problem, `The storage service can't be reached (${error.reason}).`, error)
}

/** Returns the error of a response. The code is one of S3's, such as NoSuchBucket, and contains no personal data. */
function errorOf({ status, body }: OutboundResponse): S3Error {
  const code = /<Code>(\w{1,64})<\/Code>/.exec(body.subarray(0, 10_000).toString('utf8'))?.[1] ?? ''
  const text = `The storage service answers ${status}${code && ` ${code}`}.`
  if (code === 'NoSuchBucket') return new S3Error('no-bucket', text)
  if (status === 507 || fullCodes.includes(code)) return new S3Error('full', text)
  if (status === 401 || status === 403) return new S3Error('no-access', text)
  if (status === 429 || status >= 500) return new S3Error('busy', text)
  return new S3Error('refused', text)
}
