import type { ClientRequest } from 'node:http'
import { tooLarge } from './not-fetched-error.ts'

/** The maximum number of responses with a status of 1xx before the response itself. No server needs more than two. */
const most = 20

/** Destroys a request whose server sends informational responses (`103 Early Hints`) without end, because these have no limit of size. */
export function limitInformational(request: ClientRequest): void {
  let count = 0
  request.on('information', () => {
    if (++count > most) request.destroy(tooLarge())
  })
}
