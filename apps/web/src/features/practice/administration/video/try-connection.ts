/** The time in milliseconds that browsers get to find each other and to exchange bytes. */
const patience = 10_000
const testBytes = 1_000

type End = { connection: RTCPeerConnection; channel: RTCDataChannel }

/**
 * Connects two ends in this page, and returns whether bytes went from one to the other and back unchanged. A connection that opens but does not
 * return the bytes counts as failed.
 */
export async function canPassBytes(
  configuration: RTCConfiguration,
  stopped: AbortSignal,
  milliseconds: number = patience,
): Promise<boolean> {
  const ends: End[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  try {
    const [first, second] = [openEnd(configuration), openEnd(configuration)]
    ends.push(first, second)
    const over = new Promise<false>((resolve) => {
      timer = setTimeout(resolve, milliseconds, false)
      stopped.addEventListener('abort', () => resolve(false))
    })
    const results = [over, failureOf(first), failureOf(second), returnOfBytes(first, second)]
    return await Promise.race([...results, connect(first.connection, second.connection)])
  } catch {
    // The browser has no WebRTC, or refuses the address of the relay.
    return false
  } finally {
    clearTimeout(timer)
    for (const { connection } of ends) connection.close()
  }
}

function openEnd(configuration: RTCConfiguration): End {
  const connection = new RTCPeerConnection(configuration)
  const channel = connection.createDataChannel('test', { negotiated: true, id: 1 })
  channel.binaryType = 'arraybuffer'
  return { connection, channel }
}

/**
 * Connects the two ends. Never resolves, because only the returned bytes prove that the connection works. Rejects if the two ends cannot exchange
 * their descriptions.
 */
async function connect(first: RTCPeerConnection, second: RTCPeerConnection): Promise<never> {
  const described = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const
  passCandidates(first, second, described[1].promise)
  passCandidates(second, first, described[0].promise)
  await first.setLocalDescription()
  await second.setRemoteDescription(first.localDescription as RTCSessionDescription)
  described[1].resolve()
  await second.setLocalDescription()
  await first.setRemoteDescription(second.localDescription as RTCSessionDescription)
  described[0].resolve()
  return new Promise(() => {})
}

function passCandidates(from: RTCPeerConnection, to: RTCPeerConnection, isDescribed: Promise<void>): void {
  from.addEventListener('icecandidate', ({ candidate }) => {
    if (candidate) void isDescribed.then(() => to.addIceCandidate(candidate)).catch(() => {})
  })
}

/** Resolves as soon as an end has failed, or has found no address under which it can be reached. */
const failureOf = ({ connection }: End) =>
  new Promise<false>((resolve) => {
    let hasCandidate = false
    connection.addEventListener('icecandidate', ({ candidate }) => {
      if (candidate?.candidate) hasCandidate = true
    })
    connection.addEventListener('icegatheringstatechange', () => {
      if (connection.iceGatheringState === 'complete' && !hasCandidate) resolve(false)
    })
    connection.addEventListener('connectionstatechange', () => {
      if (connection.connectionState === 'failed') resolve(false)
    })
  })

/** Sends bytes from the first end, which the second sends back, and resolves with whether the same bytes have returned. */
const returnOfBytes = ({ channel: first }: End, { channel: second }: End) =>
  new Promise<boolean>((resolve) => {
    const sent = crypto.getRandomValues(new Uint8Array(testBytes))
    second.addEventListener('message', ({ data }: MessageEvent<ArrayBuffer>) => second.send(data))
    first.addEventListener('message', ({ data }: MessageEvent<ArrayBuffer>) => {
      const returned = new Uint8Array(data)
      resolve(returned.length === sent.length && returned.every((byte, at) => byte === sent[at]))
    })
    first.addEventListener('open', () => first.send(sent))
  })
