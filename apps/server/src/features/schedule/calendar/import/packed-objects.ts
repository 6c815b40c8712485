import type { IcsObject } from '../ics/objects.ts'

type Head = Omit<IcsObject, 'data'> & { bytes: number }

/** Packs events as a line of JSON that describes them, followed by the bytes of each. Encoding many megabytes as JSON would block the server. */
export function packIcsObjects(objects: readonly IcsObject[]): Buffer[] {
  const files = objects.map(({ data }) => Buffer.from(data))
  const heads = objects.map(({ href, own }, at): Head => ({ href, own, bytes: files[at]?.length ?? 0 }))
  return [Buffer.from(`${JSON.stringify(heads)}\n`), ...files]
}

/** Returns the events that `packIcsObjects` has packed. */
export function unpackIcsObjects(packed: Buffer): IcsObject[] {
  let at = packed.indexOf('\n') + 1
  const heads = JSON.parse(packed.subarray(0, at).toString()) as Head[]
  return heads.map(({ href, own, bytes }) => ({ href, own, data: packed.subarray(at, (at += bytes)).toString() }))
}
