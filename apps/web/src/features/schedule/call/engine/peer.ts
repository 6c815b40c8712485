import type { PeerLine, PeerOptions } from './peer-options.ts'
import { lineSample, usedCertificates, type LineSample } from './line-sample.ts'
import { peerSignal, type PeerSignal } from './peer-signal.ts'
import { DescribedCertificates } from './safety/described-certificates.ts'
import { limitSent, replaceTracks } from './sent-media.ts'
import { blockedSeconds, restartPause, startOfWatch, watchLine, type WatchAct } from './watch.ts'

type Signal = PeerSignal extends infer One ? (One extends { round: number } ? Omit<One, 'round'> : never) : never

const kinds = ['audio', 'video'] as const

/**
 * The connection to one other browser: the W3C's perfect negotiation with three additional rules. A lost offer is sent again, the received bytes
 * decide whether the line works, and only one side restarts. Each connection has one transceiver for sound and one for the picture; tracks are
 * replaced there without a negotiation.
 */
export class Peer {
  readonly #options: PeerOptions
  readonly #isPolite: boolean
  #pc: RTCPeerConnection
  #described = new DescribedCertificates()
  #round = 0
  #stream = new MediaStream()
  #isOffering = false
  #ignoresOffer = false
  /** The offer that was answered last. */
  #answered = ''
  #queue: Promise<void> = Promise.resolve()
  #watch = startOfWatch
  #tries = 0
  #seconds = 0
  #hasConnected = false
  #ticked = performance.now()
  #line: PeerLine = 'connecting'
  #restartTimer?: ReturnType<typeof setTimeout>
  readonly #clock: ReturnType<typeof setInterval>

  constructor(options: PeerOptions) {
    this.#options = options
    this.#isPolite = options.self < options.other
    this.#pc = this.#connect()
    this.#clock = setInterval(() => void this.#tick(), 1_000)
    // The polite side makes no offer, so it asks for one.
    if (this.#isPolite) this.#send({ hello: true })
  }

  #send(signal: Signal) {
    this.#options.send({ round: this.#round, ...signal } as PeerSignal)
  }

  #connect(): RTCPeerConnection {
    const { certificate, configuration } = this.#options
    const pc = new RTCPeerConnection({
      ...configuration(),
      bundlePolicy: 'max-bundle',
      ...(certificate && { certificates: [certificate] }),
    })
    pc.onnegotiationneeded = () => void this.#offer(pc)
    pc.onicecandidate = ({ candidate }) => this.#send({ candidate: candidate ? candidate.toJSON() : null })
    pc.ontrack = ({ track }) => {
      this.#stream.addTrack(track)
      this.#options.onStream(this.#stream)
    }
    pc.oniceconnectionstatechange = () => this.#repairLater(pc)
    pc.onconnectionstatechange = () => {
      void limitSent(pc, this.#options.limits())
    }
    // The polite side uses the transceivers of the offer, so that their order is the same on both sides.
    if (!this.#isPolite) {
      const tracks = this.#options.tracks()
      for (const kind of kinds) pc.addTransceiver(tracks[kind] ?? kind, { direction: 'sendrecv' })
      void limitSent(pc, this.#options.limits())
    }
    return pc
  }

  async #offer(pc: RTCPeerConnection) {
    try {
      this.#isOffering = true
      await pc.setLocalDescription()
      this.#sendDescription(pc)
    } catch {
      // The state has changed meanwhile. The watch restarts the line if nothing arrives.
    } finally {
      this.#isOffering = false
    }
  }

  #sendDescription({ localDescription }: RTCPeerConnection) {
    if (!localDescription) return
    this.#send({ description: { type: localDescription.type, sdp: localDescription.sdp } })
  }

  /** Takes a signal of the other browser. Signals are handled one after the other. */
  receive(data: unknown): Promise<void> {
    const signal = peerSignal(data)
    if (!signal) return this.#queue
    this.#queue = this.#queue.then(() => this.#handle(signal)).catch(() => {})
    return this.#queue
  }

  async #handle(signal: PeerSignal) {
    if (signal.round > this.#round && 'description' in signal) this.#renew(signal.round)
    if ('safety' in signal) return this.#options.onSafety(signal.safety)
    if (signal.round !== this.#round) return
    if ('description' in signal) return this.#describe(signal.description)
    if ('candidate' in signal) return this.#addCandidate(signal.candidate)
    if (this.#isPolite) return
    if ('restart' in signal) this.#restartIce()
    else if ('renew' in signal) this.#renew(this.#round + 1)
    else if (this.#pc.signalingState === 'have-local-offer') this.#sendDescription(this.#pc)
  }

  async #describe(description: { type: RTCSdpType; sdp: string }) {
    const pc = this.#pc
    const isOffer = description.type === 'offer'
    // The answer was sent twice, so it is ignored.
    if (!isOffer && pc.signalingState !== 'have-local-offer') return
    this.#ignoresOffer = isOffer && !this.#isPolite && (this.#isOffering || pc.signalingState !== 'stable')
    if (this.#ignoresOffer) return
    // The offer was sent twice, so its answer is sent again.
    if (isOffer && pc.signalingState === 'stable' && description.sdp === this.#answered)
      return this.#sendDescription(pc)
    this.#described.add(description.sdp)
    await pc.setRemoteDescription(description)
    if (!isOffer) return
    for (const place of pc.getTransceivers()) place.direction = 'sendrecv'
    await this.sendTracks()
    await pc.setLocalDescription()
    this.#answered = description.sdp
    this.#sendDescription(pc)
  }

  async #addCandidate(candidate: RTCIceCandidateInit | null) {
    try {
      await this.#pc.addIceCandidate(candidate ?? undefined)
    } catch (error) {
      if (!this.#ignoresOffer) throw error
    }
  }

  /** Sends the current tracks within the current limits. */
  async sendTracks(): Promise<void> {
    const pc = this.#pc
    await replaceTracks(pc, this.#options.tracks())
    await limitSent(pc, this.#options.limits())
  }

  /** Restarts a lost line. A disconnected line gets a short pause first, because it may recover by itself within a second or two. */
  #repairLater(pc: RTCPeerConnection) {
    if (pc !== this.#pc || this.#watch.isLost) return
    const state = pc.iceConnectionState
    if (state !== 'disconnected' && state !== 'failed') return
    clearTimeout(this.#restartTimer)
    this.#restartTimer = setTimeout(() => this.#search(), state === 'failed' ? 0 : 1_500)
  }

  /**
   * Searches for a path to the other side now, with short pauses until the next attempts, because something has changed: the network, the server or
   * the other page is back.
   */
  restart(): void {
    this.#tries = 0
    this.#search()
  }

  /** Searches for a path to the other side now, and again after growing pauses until the line works. */
  #search() {
    clearTimeout(this.#restartTimer)
    const state = this.#pc.iceConnectionState
    const isWell = (state === 'connected' || state === 'completed') && !this.#watch.isLost
    if (isWell || this.#pc.signalingState === 'closed') return
    // A restart that cannot be sent now would be outdated when it arrives. `reach` restarts when the other page is back.
    if (!this.#options.canSignal()) return
    // Only one side restarts, so that two restarts never cross.
    if (this.#isPolite) this.#send({ restart: true })
    else this.#restartIce()
    this.#restartTimer = setTimeout(() => this.#search(), restartPause(++this.#tries))
  }

  /** Called when the other page can be reached again. Signals sent to it in the meantime are lost, so an offer without an answer is sent again. */
  reach(): void {
    if (this.#pc.signalingState === 'have-local-offer') this.#sendDescription(this.#pc)
    this.restart()
  }

  #restartIce() {
    this.#pc.setConfiguration({ ...this.#pc.getConfiguration(), ...this.#options.configuration() })
    this.#pc.restartIce()
  }

  /** Replaces a connection that cannot be repaired. The certificates stay, and with them the safety number. */
  #renew(round: number) {
    this.#pc.onnegotiationneeded = null
    this.#pc.close()
    this.#round = round
    this.#watch = startOfWatch
    this.#stream = new MediaStream()
    this.#isOffering = false
    this.#hasConnected = false
    this.#answered = ''
    this.#described = new DescribedCertificates()
    this.#pc = this.#connect()
  }

  async #tick() {
    const now = performance.now()
    // A page that was frozen could not see any bytes arrive, so their absence does not mean that the line is lost.
    const wasFrozen = now - this.#ticked > 2_500
    this.#ticked = now
    const pc = this.#pc
    this.#hasConnected ||= pc.connectionState === 'connected'
    // Chromium repeats the certificates of its first report until the next negotiation, so a report before the first connection would hide them.
    const stats = this.#hasConnected ? [...(await pc.getStats()).values()] : []
    const sample = lineSample(stats)
    if (pc !== this.#pc) return
    const described = () => this.#described.read(pc.currentLocalDescription?.sdp)
    const certificates = pc.connectionState === 'connected' ? usedCertificates(stats, described) : null
    if (certificates) this.#options.onCertificates(certificates)
    if (wasFrozen) return
    const { watch, acts } = watchLine(this.#watch, {
      bytes: sample.bytes,
      expectsBytes: this.#options.expectsMedia(),
      isAwaitingAnswer: pc.signalingState === 'have-local-offer',
      isFailed: pc.connectionState === 'failed' && this.#options.canSignal(),
    })
    this.#watch = watch
    for (const act of acts) this.#act(act)
    this.#showLine(sample)
    this.#options.onSample(sample)
  }

  #act(act: WatchAct) {
    if (act === 'resend') this.#sendDescription(this.#pc)
    else if (act === 'restart') this.#search()
    else if (act === 'renew') {
      if (this.#isPolite) this.#send({ renew: true })
      else this.#renew(this.#round + 1)
    } else {
      this.#tries = 0
      clearTimeout(this.#restartTimer)
    }
  }

  #showLine({ framesDecoded, heardSamples }: LineSample) {
    const hasMedia = framesDecoded > 0 || heardSamples > 0 || !this.#options.expectsMedia()
    const isUp = this.#pc.connectionState === 'connected' && hasMedia && !this.#watch.isLost
    this.#seconds = isUp ? 0 : this.#seconds + 1
    const waiting = this.#line === 'connected' || this.#line === 'lost' ? 'lost' : 'connecting'
    const line: PeerLine = isUp ? 'connected' : this.#seconds >= blockedSeconds ? 'blocked' : waiting
    if (line === this.#line) return
    this.#line = line
    this.#options.onLine(line)
  }

  close(): void {
    clearInterval(this.#clock)
    clearTimeout(this.#restartTimer)
    this.#pc.onnegotiationneeded = null
    this.#pc.close()
  }
}
