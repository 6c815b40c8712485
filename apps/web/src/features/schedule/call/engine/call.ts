import type { CallPeer, CallServerFrame, MediaState } from '@attune/contract/features/schedule/call/call.rules'
import { newPerson, type CallEntry, type CallServer, type CallState, type OtherPerson } from './call-state.ts'
import { createStore, type Store } from '../../../../platform/create-store.ts'
import type { LineSample } from './line-sample.ts'
import { mediaState, sentTracks, type OwnMedia } from './own-media.ts'
import { Peer } from './peer.ts'
import type { PeerSignal } from './peer-signal.ts'
import {
  afterBreak,
  firstPicture,
  growSeconds,
  nextPicture,
  nextWeakness,
  sentPicture,
  settleSeconds,
  startOfPicture,
  startOfWeakness,
  trialBits,
  weakestOf,
} from './quality.ts'
import { CallSafety, type Safety } from './safety/call-safety.ts'
import { CallSocket, type CallEnd } from './signalling.ts'
import { whenBack } from './when-back.ts'

type Known = {
  peer: Peer
  weakness: typeof startOfWeakness
  absentSeconds: number
  /** `connectedSeconds`: the seconds for which the line has been connected without a break. `sample`: the last sample of the line. */
  connectedSeconds: number
  sample: LineSample | null
}

/** The seconds after which a person is considered gone if both their socket and their media are silent. A lost socket alone is no reason. */
const goneSeconds = 60

/** The level of received sound, from 0 to 1, from which a person counts as speaking. */
const speakingLevel = 0.02

const stateOf = (media: MediaState) => ({ media, isPaused: media.isPaused ?? false })

const isSettled = ({ connectedSeconds }: Known) => connectedSeconds > settleSeconds

/** A call of this page: the socket, a connection to each other person, and the media that is sent to them. */
export class Call {
  readonly store: Store<CallState>
  readonly media: OwnMedia
  readonly #server: CallServer
  readonly #certificate: RTCCertificate | null
  readonly #socket: CallSocket
  readonly #known = new Map<string, Known>()
  #self = ''
  /**
   * Whether all new lines use only the relay, because the server demands this for this page. The line to a person for whom the server demands it uses
   * only the relay in any case. Existing lines keep their path.
   */
  #relayOnly: boolean
  #iceServers: RTCIceServer[]
  #present = new Set<string>()
  readonly #safety = new CallSafety({
    send: (to, safety) => this.#socket.send({ type: 'signal', to, data: { round: 0, safety } satisfies PeerSignal }),
    onChange: (safety) => this.#showSafety(safety),
  })
  #picture = startOfPicture
  readonly #stops: (() => void)[] = []

  /** Joins a call. Refusals of the server are thrown. */
  static async join(server: CallServer, media: OwnMedia): Promise<Call> {
    const entry = await server.join()
    const certificate = await RTCPeerConnection.generateCertificate({
      name: 'ECDSA',
      namedCurve: 'P-256',
    } as EcKeyGenParams)
    return new Call(server, media, entry, certificate)
  }

  private constructor(server: CallServer, media: OwnMedia, entry: CallEntry, certificate: RTCCertificate | null) {
    this.#server = server
    this.media = media
    this.#certificate = certificate
    this.#iceServers = entry.iceServers
    this.#relayOnly = entry.relayOnly
    this.store = createStore<CallState>({
      phase: 'joining',
      entry,
      end: null,
      isAskedToWait: false,
      isOnline: false,
      others: [],
      safetyNumber: null,
      isPaused: false,
      mayShare: entry.isTherapist,
      clientsShare: false,
    })
    this.#socket = new CallSocket({
      address: server.address,
      ticket: entry.ticket,
      renewTicket: async () => (await server.join()).ticket,
      onFrame: (frame) => this.#receive(frame),
      onOpen: (isOpen) => this.#online(isOpen),
      onEnd: (end) => this.#finish(end),
    })
    this.#stops.push(
      media.store.subscribe(() => this.#mediaChanged()),
      whenBack(this.#restart),
    )
  }

  #set(change: Partial<CallState>) {
    this.store.set({ ...this.store.get(), ...change })
  }

  #setOther(peer: string, change: Partial<OtherPerson>) {
    this.#set({
      others: this.store.get().others.map((other) => (other.peer === peer ? { ...other, ...change } : other)),
    })
  }

  #otherOf = (peer: string) => this.store.get().others.find((other) => other.peer === peer)

  #receive(frame: CallServerFrame) {
    if (frame.type === 'welcome') return this.#welcome(frame.self)
    if (frame.type === 'waiting') return this.#set({ phase: 'waiting' })
    if (frame.type === 'later') return this.#set({ isAskedToWait: true })
    if (frame.type === 'admitted') return this.#set({ phase: 'inCall', isAskedToWait: false })
    if (frame.type === 'present') return this.#meet(frame.peers)
    if (frame.type === 'state') return this.#setOther(frame.peer, stateOf(frame.media))
    if (frame.type === 'sharing') return this.#allowSharing(frame.isAllowed)
    if (frame.type === 'left') return this.#drop(frame.peer)
    if (frame.type === 'signal') void this.#known.get(frame.from)?.peer.receive(frame.data)
  }

  /**
   * Applies whether clients may share their screen. If this person may no longer share a screen, stops sharing at once. The therapist may always
   * share.
   */
  #allowSharing(isAllowed: boolean) {
    const mayShare = isAllowed || this.store.get().entry.isTherapist
    this.#set({ mayShare, clientsShare: isAllowed })
    if (!mayShare && this.media.store.get().screen) this.media.stopSharing()
  }

  /**
   * Stores the id of this page in the call. A new id means that the server has forgotten this page. The others then open new connections to it, so
   * the old connections are closed.
   */
  #welcome(self: string) {
    if (this.#self && self !== this.#self) for (const peer of this.#known.keys()) this.#drop(peer)
    this.#self = self
  }

  #meet(peers: CallPeer[]) {
    // An earlier page of the same person may still be in the list.
    const own = peers.find(({ peer }) => peer === this.#self)
    this.#relayOnly ||= own?.relayOnly === true
    const others = peers.filter(({ peer, person }) => peer !== this.#self && person !== own?.person)
    const before = this.#present
    this.#present = new Set(others.map(({ peer }) => peer))
    for (const person of others) {
      // The same person with another id has reloaded the page, or has joined on another device.
      for (const old of this.store.get().others)
        if (old.person === person.person && old.peer !== person.peer) this.#drop(old.peer)
      const known = this.#known.get(person.peer)
      if (!known) this.#connect(person)
      else this.#setOther(person.peer, { ...person, ...stateOf(person.media) })
      if (!before.has(person.peer)) known?.peer.reach()
    }
    this.#peopleChanged()
  }

  /** Updates the safety number and the sent pictures, because both depend on the people in the call. */
  #peopleChanged() {
    void this.#safety.meet(this.#self, [...this.#known.keys()])
    this.#sendTracks()
  }

  #showSafety({ number, unsafe }: Safety) {
    const others = this.store.get().others.map((other) => ({ ...other, isUnsafe: unsafe.has(other.peer) }))
    this.#set({ safetyNumber: number, others })
  }

  #connect(person: CallPeer) {
    this.#set({ others: [...this.store.get().others, newPerson(person)] })
    const id = person.peer
    const iceTransportPolicy = this.#relayOnly || person.relayOnly ? 'relay' : 'all'
    const peer = new Peer({
      self: this.#self,
      other: id,
      certificate: this.#certificate,
      configuration: () => ({ iceServers: this.#iceServers, iceTransportPolicy }),
      tracks: () => sentTracks(this.media.store.get(), !this.store.get().isPaused),
      limits: () => this.#limits(id),
      send: (data) => this.#socket.send({ type: 'signal', to: id, data }),
      expectsMedia: () => Object.values(this.#otherOf(id)?.media ?? {}).some(Boolean),
      canSignal: () => this.#socket.isOpen && this.#present.has(id),
      onStream: (stream) => this.#setOther(id, { stream }),
      onLine: (line) => this.#setOther(id, { line }),
      onSample: (sample) => this.#judge(id, sample),
      onCertificates: (certificates) => void this.#safety.use(id, certificates),
      onSafety: (message) => void this.#safety.receive(id, message),
    })
    this.#known.set(id, {
      peer,
      weakness: startOfWeakness,
      absentSeconds: 0,
      connectedSeconds: 0,
      sample: null,
    })
  }

  #limits(id: string) {
    const full = sentPicture(this.#known.size + 1)
    const picture = (this.#known.get(id)?.connectedSeconds ?? 0) < growSeconds ? firstPicture(full) : full
    return {
      picture: this.#picture.mode === 'trial' ? { ...picture, bits: trialBits } : picture,
      isScreen: this.media.store.get().screen !== null,
    }
  }

  /** Judges a line once a second. Decides whether the line is weak, whether this person's picture is sent, and whether the other person is gone. */
  #judge(id: string, sample: LineSample) {
    const known = this.#known.get(id)
    if (!known) return
    const line = this.#otherOf(id)?.line
    this.#showSpeaking(id, (sample.soundLevel ?? 0) >= speakingLevel)
    known.weakness = nextWeakness(known.weakness, sample)
    if (known.weakness.isWeak !== this.#otherOf(id)?.isWeak) this.#setOther(id, { isWeak: known.weakness.isWeak })
    known.absentSeconds = this.#present.has(id) || line === 'connected' ? 0 : known.absentSeconds + 1
    if (known.absentSeconds >= goneSeconds) return this.#drop(id)
    known.connectedSeconds = line === 'connected' ? known.connectedSeconds + 1 : 0
    known.sample = sample
    if (known.connectedSeconds === growSeconds) void known.peer.sendTracks().catch(() => {})
    // Each line is judged once a second. The picture goes to all lines, so it is judged together with the first one.
    if (this.#known.keys().next().value === id) this.#decidePicture()
  }

  #showSpeaking(id: string, isSpeaking: boolean) {
    if (this.#otherOf(id)?.isSpeaking !== isSpeaking) this.#setOther(id, { isSpeaking })
  }

  #decidePicture() {
    const { camera, screen } = this.media.store.get()
    const lines = [...this.#known.values()]
    const samples = lines.filter(isSettled).flatMap(({ sample }) => sample ?? [])
    const before = this.#picture.mode
    if (lines.some(({ connectedSeconds }) => connectedSeconds === 1)) this.#picture = afterBreak(this.#picture)
    else if ((camera ?? screen) && samples.length > 0) this.#picture = nextPicture(this.#picture, weakestOf(samples))
    if (this.#picture.mode === before) return
    this.#set({ isPaused: this.#picture.mode === 'paused' })
    this.#sendState()
    this.#sendTracks()
  }

  #sendTracks() {
    for (const { peer } of this.#known.values()) void peer.sendTracks().catch(() => {})
  }

  #sendState() {
    const { isPaused } = this.store.get()
    this.#socket.send({ type: 'state', media: { ...mediaState(this.media.store.get()), isPaused } })
  }

  #mediaChanged() {
    this.#sendState()
    this.#sendTracks()
  }

  #online(isOnline: boolean) {
    this.#set({ isOnline })
    if (!isOnline) return
    this.#sendState()
    this.#restart()
    void this.#refreshServers()
  }

  /** Requests new credentials of the relay whenever the server is back, because credentials expire. */
  async #refreshServers() {
    if (this.#known.size === 0) return
    try {
      const found = await this.#server.iceServers(this.store.get().entry.callId)
      // A relay that restarts together with the server is not offered yet. It accepts the earlier credentials as soon as it runs.
      if (found.length > 0) this.#iceServers = found
    } catch {
      // The earlier credentials are used until they expire.
    }
  }

  #restart = () => {
    for (const { peer } of this.#known.values()) peer.restart()
  }

  #drop(id: string) {
    this.#known.get(id)?.peer.close()
    this.#known.delete(id)
    this.#peopleChanged()
    this.#set({ others: this.store.get().others.filter(({ peer }) => peer !== id) })
  }

  /** Leaves the call. The server notifies the other people at once. */
  leave(): void {
    this.#socket.close()
    this.#finish(null)
  }

  #finish(end: CallEnd | null) {
    if (this.store.get().phase === 'ended') return
    for (const stop of this.#stops.splice(0)) stop()
    for (const id of this.#known.keys()) this.#drop(id)
    this.media.close()
    this.#set({ phase: 'ended', end })
  }
}
