/** The behavior of a fake connection. `unreachable`: no candidate is found. `deaf`: the channel opens, but no bytes arrive. */
export type FakeWay = 'open' | 'unreachable' | 'deaf'

class FakeChannel extends EventTarget {
  binaryType = 'blob'
  other: FakeChannel | null = null
  isDeaf = false
  send(data: Uint8Array | ArrayBuffer): void {
    const bytes = new Uint8Array(data)
    if (!this.isDeaf)
      queueMicrotask(() => this.other?.dispatchEvent(new MessageEvent('message', { data: bytes.buffer })))
  }
}

/**
 * Returns a class that replaces `RTCPeerConnection`. `wayOf` decides, by the configuration, whether two connections in one page reach each other.
 * `open` contains the connections that are not closed.
 */
export function fakeConnections(wayOf: (configuration: RTCConfiguration) => FakeWay) {
  const all: FakeConnection[] = []
  const open = new Set<FakeConnection>()
  class FakeConnection extends EventTarget {
    readonly channel = new FakeChannel()
    readonly number = all.push(this) - 1
    readonly configuration: RTCConfiguration
    iceGatheringState = 'new'
    connectionState = 'new'
    localDescription: { type: string; sdp: string } | null = null
    constructor(configuration: RTCConfiguration) {
      super()
      this.configuration = configuration
      open.add(this)
    }
    createDataChannel(): FakeChannel {
      return this.channel
    }
    async setLocalDescription(): Promise<void> {
      this.localDescription = { type: 'offer', sdp: String(this.number) }
      const hasCandidate = wayOf(this.configuration) !== 'unreachable'
      queueMicrotask(() => {
        const candidate = hasCandidate ? { candidate: 'candidate:1' } : null
        this.dispatchEvent(Object.assign(new Event('icecandidate'), { candidate }))
        this.iceGatheringState = 'complete'
        this.dispatchEvent(new Event('icegatheringstatechange'))
      })
    }
    async setRemoteDescription({ sdp }: { sdp: string }): Promise<void> {
      const other = all[Number(sdp)]
      if (!other) throw new Error('unknown description')
      this.channel.other = other.channel
      this.channel.isDeaf = wayOf(this.configuration) === 'deaf'
    }
    async addIceCandidate(): Promise<void> {
      if (this.channel.other?.other === this.channel) this.channel.dispatchEvent(new Event('open'))
    }
    close(): void {
      open.delete(this)
    }
  }
  return { FakeConnection, open }
}
