import { commitmentOf, newNonce, plainFingerprint, safetyNumber } from './safety-number.ts'

/**
 * A message to one other page, in the exchange that agrees on the safety number. `turn` counts the numbers of a call; `people` contains the ids of
 * all pages of the call as the sender sees it. `nonce` is present once the sender has the commitments of all. `asks`: the sender has no number yet
 * and needs an answer.
 */
export type SafetyMessage = { turn: number; people: string; commitment: string; nonce?: string; asks?: true }

/** The fingerprints of the certificates that a line really uses, never those of the signals. */
export type LineCertificates = { own: string; other: string }

/** The safety of a call: its number, or null while it is being agreed, and the pages whose certificates or messages do not match. */
export type Safety = { number: string | null; unsafe: ReadonlySet<string> }

type Said = { commitment: string; nonce: string | null }
type Options = { send: (peer: string, message: SafetyMessage) => void; onChange: (safety: Safety) => void }

/**
 * An upper limit of turns that no call reaches. Messages from this turn on are rejected, so that no one can make the count exceed the range of exact
 * integers.
 */
const mostTurns = 1_000_000_000

export function isSafetyMessage(value: unknown): value is SafetyMessage {
  if (typeof value !== 'object' || value === null) return false
  const { turn, people, commitment, nonce, asks } = value as Record<string, unknown>
  return (
    Number.isInteger(turn) &&
    Number(turn) < mostTurns &&
    typeof people === 'string' &&
    typeof commitment === 'string' &&
    (nonce === undefined || typeof nonce === 'string') &&
    (asks === undefined || asks === true)
  )
}

/**
 * Agrees on one number with all other pages of a call. A page reveals its nonce only once it has a line to each of them and the commitments of all,
 * so that no one can search for certificates or nonces that make two numbers equal. When a page joins or leaves, a new turn with new nonces begins; a
 * page that receives a message of a later turn switches to that turn. Messages may be lost: a page without a number asks again each second.
 */
export class CallSafety {
  readonly #options: Options
  #people = ''
  #others: readonly string[] = []
  #own: string | null = null
  #fingerprints = new Map<string, string>()
  #unsafe = new Set<string>()
  #turn = 0
  #nonce = newNonce()
  #said = new Map<string, Said>()
  #number: string | null = null
  #queue: Promise<void> = Promise.resolve()

  constructor(options: Options) {
    this.#options = options
  }

  /** Sets the pages of the call. If they have changed, begins a new turn, which leads to a new number. */
  meet(self: string, others: readonly string[]): Promise<void> {
    return this.#then(() => {
      const people = [self, ...others].toSorted().join(' ')
      if (people === this.#people) return
      this.#people = people
      this.#others = [...others]
      for (const peer of this.#fingerprints.keys()) if (!others.includes(peer)) this.#fingerprints.delete(peer)
      for (const peer of this.#unsafe) if (!others.includes(peer)) this.#unsafe.delete(peer)
      this.#begin(this.#turn + 1)
    })
  }

  /** Takes, once a second, the certificates that the line to a page uses. They never change while the page is in the call. */
  use(peer: string, { own, other }: LineCertificates): Promise<void> {
    return this.#then(async () => {
      if (!this.#others.includes(peer)) return
      const [ownNow, otherNow] = [plainFingerprint(own), plainFingerprint(other)]
      const known = this.#fingerprints.get(peer)
      if ((known ?? otherNow) !== otherNow || (this.#own ?? ownNow) !== ownNow) return this.#distrust(peer)
      this.#own = ownNow
      this.#fingerprints.set(peer, otherNow)
      if (this.#number === null && this.#knowsLines) await this.#say([peer], true)
    })
  }

  /** Takes a message of another page. */
  receive(peer: string, message: SafetyMessage): Promise<void> {
    return this.#then(async () => {
      if (!this.#others.includes(peer) || this.#unsafe.size > 0) return
      if (message.turn > this.#turn) this.#begin(message.turn)
      const knewAll = this.#knowsAll
      const isOfTurn = message.turn === this.#turn && message.people === this.#people
      if (isOfTurn && !(await this.#learn(peer, message))) return this.#distrust(peer)
      if (!this.#knowsLines) return
      if (this.#knowsAll && !knewAll) await this.#say(this.#others)
      else if (message.asks) await this.#say([peer])
      if (isOfTurn) await this.#finish()
    })
  }

  #then(step: () => void | Promise<void>): Promise<void> {
    this.#queue = this.#queue.then(step).catch(() => {})
    return this.#queue
  }

  get #knowsLines() {
    return this.#own !== null && this.#others.length > 0 && this.#others.every((peer) => this.#fingerprints.has(peer))
  }

  get #knowsAll() {
    return this.#knowsLines && this.#others.every((peer) => this.#said.has(peer))
  }

  #begin(turn: number) {
    this.#turn = turn
    this.#nonce = newNonce()
    this.#said.clear()
    this.#show(null)
  }

  /** Stores the message of a page. Returns false if its nonce does not match the commitment, or if the page has changed its commitment. */
  async #learn(peer: string, { commitment, nonce }: SafetyMessage): Promise<boolean> {
    const said = this.#said.get(peer) ?? { commitment, nonce: null }
    if (said.commitment !== commitment) return false
    this.#said.set(peer, said)
    const fingerprint = this.#fingerprints.get(peer)
    if (nonce === undefined || !fingerprint) return true
    if ((await commitmentOf(nonce, fingerprint)) !== commitment) return false
    said.nonce = nonce
    return true
  }

  async #say(peers: readonly string[], asks = false) {
    if (this.#own === null || this.#unsafe.size > 0) return
    const message: SafetyMessage = {
      turn: this.#turn,
      people: this.#people,
      commitment: await commitmentOf(this.#nonce, this.#own),
      ...(this.#knowsAll && { nonce: this.#nonce }),
      ...(asks && { asks }),
    }
    for (const peer of peers) this.#options.send(peer, message)
  }

  async #finish() {
    const nonces = this.#others.flatMap((peer) => this.#said.get(peer)?.nonce ?? [])
    if (this.#number !== null || this.#own === null || nonces.length < this.#others.length) return
    const fingerprints = [this.#own, ...this.#others.map((peer) => this.#fingerprints.get(peer) ?? '')]
    this.#show(await safetyNumber(fingerprints, [this.#nonce, ...nonces]))
  }

  #distrust(peer: string) {
    this.#unsafe.add(peer)
    this.#show(null)
  }

  #show(number: string | null) {
    this.#number = number
    this.#options.onChange({ number, unsafe: new Set(this.#unsafe) })
  }
}
