import { randomUUID } from 'node:crypto'
import { CompiledQuery } from 'kysely'
import { z } from 'zod'
import type { Db } from '../database/actor.ts'

/** The channel of the database on which the nodes of a practice write to each other. */
export const nodeChannel = 'attune_node'

/** Messages between the nodes of a practice. They go through the database's memory and are stored nowhere. */
export type NodeMessages = {
  /** The id of this process among the nodes. */
  node: string
  /**
   * Sends a message to all other nodes, which receive the messages of this node in the order in which they were sent. A node without a connection to
   * the database at that moment misses it.
   */
  send(topic: string, message: unknown): Promise<void>
  /** Calls `listener` for each message of a topic from another node. Replaces an earlier listener for the topic. */
  listen(topic: string, listener: (message: unknown, node: string) => void): void
  /** Handles the payload of a notification on `nodeChannel`. */
  receive(payload: string): void
}

/** A notification has at most 8,000 bytes, so a message is sent in pieces. `of` is the number of pieces of the message. */
const Piece = z.strictObject({
  node: z.string(),
  id: z.string(),
  topic: z.string(),
  index: z.int().min(0),
  of: z.int().min(1).max(64),
  text: z.string(),
})
const pieceCharacters = 5_800
/** The time in milliseconds after which the pieces of an incomplete message are dropped. */
const pieceMilliseconds = 10_000

export function openNodeMessages(db: Db): NodeMessages {
  const node = randomUUID()
  const listeners = new Map<string, (message: unknown, node: string) => void>()
  const parts = new Map<string, { pieces: string[]; at: number }>()

  /** Returns the whole text of a message once its last piece has arrived; null before. */
  function join({ id, index, of, text }: z.infer<typeof Piece>): string | null {
    const now = Date.now()
    for (const [known, { at }] of parts) if (now - at > pieceMilliseconds) parts.delete(known)
    const part = parts.get(id) ?? { pieces: [], at: now }
    part.pieces[index] = text
    parts.set(id, part)
    if (Object.keys(part.pieces).length < of) return null
    parts.delete(id)
    return part.pieces.join('')
  }

  const sendPieces = orderedSender(db)

  return {
    node,
    async send(topic, message) {
      // Base64, because a piece must not end within a character.
      const whole = Buffer.from(JSON.stringify(message)).toString('base64')
      const of = Math.ceil(whole.length / pieceCharacters)
      const id = randomUUID()
      const pieces = Array.from({ length: of }, (_, index) => {
        const text = whole.slice(index * pieceCharacters, (index + 1) * pieceCharacters)
        return JSON.stringify({ node, id, topic, index, of, text } satisfies z.infer<typeof Piece>)
      })
      await sendPieces(pieces)
    },
    listen: (topic, listener) => void listeners.set(topic, listener),
    receive(payload) {
      const piece = Piece.safeParse(JSON.parse(payload))
      if (!piece.success || piece.data.node === node) return
      const whole = join(piece.data)
      if (whole !== null)
        listeners.get(piece.data.topic)?.(JSON.parse(String(Buffer.from(whole, 'base64'))), piece.data.node)
    },
  }
}

/** Returns a function that sends pieces in order. Pieces that are added while others are being sent follow together. */
function orderedSender(db: Db): (pieces: string[]) => Promise<void> {
  const outgoing: string[] = []
  let sending: Promise<void> | null = null

  async function sendAll() {
    try {
      while (outgoing.length > 0)
        await db.readAs(
          { role: 'worker', id: null },
          CompiledQuery.raw(
            'select pg_notify($1, p.piece) from unnest($2::text[]) with ordinality p(piece, n) order by n',
            [nodeChannel, outgoing.splice(0)],
          ),
        )
    } finally {
      sending = null
    }
  }
  return (pieces) => {
    outgoing.push(...pieces)
    sending ??= sendAll()
    return sending
  }
}
