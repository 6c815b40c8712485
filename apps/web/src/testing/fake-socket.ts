/** A socket without a server. A test receives frames through it and reads what was sent. */
export class FakeSocket {
  static all: FakeSocket[] = []
  static CONNECTING = 0
  static OPEN = 1
  readyState = 0
  sent: Record<string, unknown>[] = []
  onmessage: ((message: { data: string }) => void) | null = null
  onclose: (() => void) | null = null
  onopen: (() => void) | null = null
  readonly url: string
  constructor(url: string) {
    this.url = url
    FakeSocket.all.push(this)
  }
  send(frame: string) {
    this.sent.push(JSON.parse(frame) as Record<string, unknown>)
  }
  close() {
    this.readyState = 3
    this.onclose?.()
  }
  receive(frame: Record<string, unknown>) {
    this.readyState = 1
    this.onmessage?.({ data: JSON.stringify(frame) })
  }
}
