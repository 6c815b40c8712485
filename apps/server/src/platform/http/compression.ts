import type { FastifyReply, FastifyRequest } from 'fastify'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'

/** Shorter texts, in characters, fit into one packet and are not compressed. */
const minimumLength = 1400
/** Brotli quality 4 compresses as well as gzip's best level, in a fraction of the time. */
const quality = 4

const compress = promisify(brotliCompress)

/**
 * Sends a text, compressed if the browser accepts brotli. Call it only for texts whose length reveals nothing (see
 * decision 78).
 */
export async function sendCompressed(request: FastifyRequest, reply: FastifyReply, text: string) {
  reply.header('vary', 'accept-encoding')
  if (text.length < minimumLength || !/\bbr\b/.test(request.headers['accept-encoding'] ?? '')) return reply.send(text)
  const packed = await compress(text, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
    },
  })
  return reply.header('content-encoding', 'br').send(packed)
}
