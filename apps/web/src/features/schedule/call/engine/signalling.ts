import {
  callCloseCodes,
  type CallClientFrame,
  type CallServerFrame,
} from '@attune/contract/features/schedule/call/call.rules'

/** The reasons for which a call ends for good. After any other reason the socket is opened again. */
export type CallEnd = keyof typeof callCloseCodes

const heartbeatMilliseconds = 1_000
/** The time without a frame after which the socket counts as lost, even if the browser reports it as open. */
const silenceMilliseconds = 4_000
/**
 * The longest pause in milliseconds before the socket is opened again, without its random part. A server that restarts is back after some seconds, in
 * which a relayed call has no picture.
 */
const longestPause = 1_000
/**
 * The number of sockets in a row without a welcome from the server after which the page asks for a new ticket. Fewer may only mean that the server
 * was away.
 */
const renewAfter = 3
/** The maximum number of frames that wait for the socket. Setting up a line takes 7 frames, an interruption of 30 s about 30. */
const longestQueue = 200
const leaveFrame = JSON.stringify({ type: 'leave' } satisfies CallClientFrame)

/** The credential with which a socket is opened: at first a ticket, which works once, then the secret that the server has sent. */
export type SocketEntry = { ticket: string } | { resume: string }

type SocketOptions = {
  /** Returns the URL of the socket with a ticket or a resume secret. */
  address: (entry: SocketEntry) => string
  ticket: string
  /** Requests a new ticket. Called when the server no longer knows the resume secret. */
  renewTicket: () => Promise<string>
  onFrame: (frame: CallServerFrame) => void
  /** Called with true when frames reach the server, and with false when they wait. */
  onOpen: (isOpen: boolean) => void
  onEnd: (end: CallEnd) => void
}

/** The socket of a call. After a loss it is opened again automatically, and the frames that waited are sent. */
export class CallSocket {
  readonly #options: SocketOptions
  #ticket: string | null
  #resume: string | null = null
  #socket: WebSocket | null = null
  #isOpen = false
  #isEnded = false
  #losses = 0
  #refusals = 0
  #queue: CallClientFrame[] = []
  #heart?: ReturnType<typeof setInterval>
  #silence?: ReturnType<typeof setTimeout>
  #reconnect?: ReturnType<typeof setTimeout>

  constructor(options: SocketOptions) {
    this.#options = options
    this.#ticket = options.ticket
    addEventListener('online', this.openNow)
    addEventListener('pagehide', this.#sendLeave)
    this.#open()
  }

  get isOpen(): boolean {
    return this.#isOpen
  }

  /**
   * Sends a frame, or keeps it until the socket is back. Drops heartbeats instead of keeping them, and the oldest frames if more than `longestQueue`
   * wait.
   */
  send(frame: CallClientFrame): void {
    if (this.#isOpen && this.#socket?.readyState === WebSocket.OPEN) return this.#socket.send(JSON.stringify(frame))
    if (frame.type === 'heartbeat') return
    // Only the last state counts.
    if (frame.type === 'state') this.#queue = this.#queue.filter(({ type }) => type !== 'state')
    this.#queue.push(frame)
    if (this.#queue.length > longestQueue) this.#queue.shift()
  }

  /** Opens the socket without a pause. Called when the network is back. */
  openNow = (): void => {
    if (this.#isEnded || this.#socket) return
    clearTimeout(this.#reconnect)
    this.#open()
  }

  /** Leaves the call. The server notifies the other people at once. */
  close(): void {
    const socket = this.#socket
    this.#sendLeave()
    if (socket?.readyState === WebSocket.CONNECTING) {
      this.#socket = null
      leaveOnceOpen(socket)
    }
    this.#stop()
  }

  /**
   * Leaves the call when the page is closed or reloaded, so that no one sees or admits a person who has left. A page that is restored opens its
   * socket again.
   */
  #sendLeave = () => {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(leaveFrame)
  }

  #stop() {
    this.#isEnded = true
    removeEventListener('online', this.openNow)
    removeEventListener('pagehide', this.#sendLeave)
    clearTimeout(this.#reconnect)
    this.#drop()
  }

  /**
   * Returns the credential for the next socket; null if a new ticket must be requested. The secret keeps the page's place in the call, so it is tried
   * once more after a new ticket has arrived, before that ticket is used.
   */
  #entry(): SocketEntry | null {
    const isTried = this.#refusals < renewAfter || (this.#refusals === renewAfter && this.#ticket !== null)
    if (this.#resume !== null && isTried) return { resume: this.#resume }
    const ticket = this.#ticket
    // A ticket opens one socket.
    this.#ticket = null
    return ticket === null ? null : { ticket }
  }

  #open() {
    const entry = this.#entry()
    if (!entry) return void this.#askForTicket()
    const socket = new WebSocket(this.#options.address(entry))
    this.#socket = socket
    this.#listenForSilence()
    socket.onmessage = ({ data }) => {
      if (this.#socket === socket) this.#receive(String(data))
    }
    socket.onclose = (event) => {
      if (this.#socket === socket) this.#closed((event as CloseEvent | undefined)?.code)
    }
  }

  async #askForTicket() {
    try {
      this.#ticket = await inTime(this.#options.renewTicket())
      this.#refusals = Math.min(this.#refusals, renewAfter)
      if (!this.#isEnded) this.#open()
    } catch {
      // Without an answer, the server may only be away, or this page may have paused its requests, so the socket is tried once more.
      this.#refusals = renewAfter - 1
      if (!this.#isEnded) this.#lost()
    }
  }

  #receive(text: string) {
    this.#listenForSilence()
    let frame: CallServerFrame
    try {
      frame = JSON.parse(text) as CallServerFrame
    } catch {
      return
    }
    if (frame.type === 'welcome') this.#welcome(frame.resume)
    if (frame.type !== 'heartbeat') this.#options.onFrame(frame)
  }

  #welcome(resume: string) {
    this.#resume = resume
    this.#losses = this.#refusals = 0
    this.#isOpen = true
    clearInterval(this.#heart)
    this.#heart = setInterval(() => this.send({ type: 'heartbeat' }), heartbeatMilliseconds)
    const waiting = this.#queue
    this.#queue = []
    for (const frame of waiting) this.send(frame)
    this.#options.onOpen(true)
  }

  #closed(code: number | undefined) {
    const end = Object.entries(callCloseCodes).find(([, known]) => known === code)
    if (!end) {
      if (!this.#isOpen) this.#refusals++
      return this.#lost()
    }
    this.#stop()
    this.#options.onEnd(end[0] as CallEnd)
  }

  #lost() {
    const wasOpen = this.#isOpen
    this.#drop()
    if (wasOpen) this.#options.onOpen(false)
    const pause = Math.min(250 * 2 ** ++this.#losses, longestPause)
    this.#reconnect = setTimeout(() => this.#open(), pause + Math.random() * 250)
  }

  #drop() {
    clearInterval(this.#heart)
    clearTimeout(this.#silence)
    const socket = this.#socket
    this.#socket = null
    this.#isOpen = false
    // A browser opens one socket to a server at a time, so a socket that hangs on a cut line would hold back the next one.
    socket?.close()
  }

  #listenForSilence() {
    clearTimeout(this.#silence)
    this.#silence = setTimeout(() => this.#lost(), silenceMilliseconds)
  }
}

/** Sends the leave frame as soon as a connecting socket opens, because the server counts its page from then on. */
function leaveOnceOpen(socket: WebSocket): void {
  const hanging = setTimeout(() => socket.close(), silenceMilliseconds)
  socket.onopen = () => {
    clearTimeout(hanging)
    socket.send(leaveFrame)
    socket.close()
  }
}

/** Rejects if the server does not answer, for example because the line is cut. */
const inTime = <T>(answer: Promise<T>): Promise<T> =>
  Promise.race([
    answer,
    new Promise<never>((_, reject) => setTimeout(() => reject(new Error('no answer')), silenceMilliseconds)),
  ])
