import { z } from 'zod'
import { byId, ClientId, ClientTagId, Done, EmptyInput } from '../../../common/ids.ts'
import { read, write } from '../../../common/procedure.ts'
import { limitRefusal } from '../../../common/refusals.ts'
import { requiredText } from '../../../common/text/text.schemas.ts'
import type { RealtimeTables } from '../../../common/realtime.ts'
import { clientTagColors, clientTagLength } from './client-tag.rules.ts'

const NewClientTag = z.strictObject({
  id: ClientTagId,
  name: requiredText(clientTagLength),
  /** The color of the tag; null for none. */
  color: z.enum(clientTagColors).nullable(),
})

/** A label that a therapist gives to clients. Clients cannot see tags. */
export const ClientTag = z.strictObject({ ...NewClientTag.shape, name: z.string() })
export type ClientTag = z.infer<typeof ClientTag>

export const CountedClientTag = z.strictObject({ ...ClientTag.shape, clientCount: z.number() })
export type CountedClientTag = z.infer<typeof CountedClientTag>

const ClientWithTag = z.strictObject({ clientId: ClientId, tagId: ClientTagId })
const nameTaken = { NAME_TAKEN: { status: 409 } } as const

/** The tables of this feature that a browser can subscribe to. */
export const clientTagTables = {
  client_tags: { table: 'client_tag', filters: ['id', 'therapist_id'] },
  client_tag_clients: { table: 'client_tag_client', filters: ['tag_id', 'client_id', 'therapist_id'] },
} as const satisfies RealtimeTables

export const clientTag = {
  /** All tags of the therapist, sorted by name. */
  list: read.input(EmptyInput).output(z.strictObject({ items: z.array(CountedClientTag) })),
  /**
   * Creates a tag. A repeated call with the same id and content changes nothing. Refuses with LIMIT_REACHED, and with NAME_TAKEN if another tag has
   * the same name; names that differ only in upper and lower case count as the same.
   */
  create: write
    .input(NewClientTag)
    .output(ClientTag)
    .errors({ ...nameTaken, ...limitRefusal }),
  /** Renames a tag or changes its color. Refuses with NAME_TAKEN if another tag has the same name. */
  edit: write.input(NewClientTag).output(ClientTag).errors(nameTaken),
  /** Deletes a tag and removes it from all clients. */
  delete: write.input(byId(ClientTagId)).output(Done),
  /** Adds a tag to a client. Changes nothing if the client has the tag already. */
  addToClient: write.input(ClientWithTag).output(Done),
  removeFromClient: write.input(ClientWithTag).output(Done),
}
