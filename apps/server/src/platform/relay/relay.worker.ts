import type { EndedPart } from './ended-calls.ts'
import { openRelay, type Relay, type RelayCertificate } from './relay.ts'
import type { RelayFigures } from './turn.ts'

/** A message from the server to the process of the relay. The first message opens the relay. */
export type ToRelay =
  | {
      type: 'open'
      secret: string
      host: string | null
      port: number
      certificate: RelayCertificate | null
      ended: EndedPart[]
    }
  | { type: 'certificate'; certificate: RelayCertificate }
  | { type: 'end'; part: EndedPart }

/** A message from the process of the relay to the server. */
export type FromRelay =
  | { type: 'open'; port: number }
  | { type: 'closed'; code: string }
  | { type: 'figures'; figures: RelayFigures }

const figuresMilliseconds = 5_000

const tell = (message: FromRelay) => process.send?.(message)

let relay: Relay | null = null

process.on('message', (message: ToRelay) => {
  if (message.type === 'open') void open(message)
  else if (message.type === 'end') relay?.end(message.part)
  else relay?.setCertificate(message.certificate)
})
// Ends together with the server, however that ends.
process.on('disconnect', () => process.exit(0))
// Ctrl+C reaches all processes of a terminal. The server ends the calls when it is ready to.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})

async function open({ secret, host, port, certificate, ended }: ToRelay & { type: 'open' }): Promise<void> {
  try {
    relay = await openRelay({ secret, host, port, certificate })
  } catch (error) {
    tell({ type: 'closed', code: (error as NodeJS.ErrnoException).code ?? 'unknown' })
    process.disconnect()
    return
  }
  const { figures } = relay
  for (const part of ended) relay.end(part)
  tell({ type: 'open', port: relay.port })
  setInterval(() => tell({ type: 'figures', figures: figures() }), figuresMilliseconds)
}
