import { SaxesParser } from 'saxes'
import { CalendarFailure } from '../external-calendar.provider.ts'

/** An XML element with its local name. */
export type XmlNode = { name: string; text: string; children: XmlNode[]; attributes?: { name: string } }

/** One resource of a multistatus response (RFC 4918, 13). `status` is 200 unless the server reported another status for the resource. */
export type DavResponse = { href: string; status: number; props: XmlNode[] }
export type Multistatus = { responses: DavResponse[]; token: string | null }

/**
 * The limits of a response: nesting depth, elements in total and per resource, attributes per element, and resources. A list of 25,000 events, the
 * maximum, has 275,000 elements if the server reports a missing property for each.
 */
const limits = { depth: 20, elements: 400_000, elementsOfResponse: 2_000, attributes: 60, responses: 30_000 }

/**
 * Creates a streaming reader of a multistatus response. `write` takes arbitrary parts of the text; `end` returns the response's token. Calls
 * `onResponse` with each complete resource. Omits properties that the calendar server could not read; if it could read none because of an error or
 * missing rights, that becomes the status of the resource. Throws CalendarFailure if the text is another document or invalid, has a document type
 * declaration or exceeds a limit.
 */
export function createMultistatusReader(onResponse: (response: DavResponse) => void) {
  const open: XmlNode[] = []
  const count = { elements: 0, ofResponse: 0, attributes: 0, responses: 0 }
  let token: string | null = null
  // Without an error handler, saxes throws errors. With more than six handlers it is four times slower.
  const parser = new SaxesParser({ xmlns: true, position: false })
  parser.on('doctype', refuse)
  parser.on('attribute', () => void (++count.attributes > limits.attributes && refuse()))
  parser.on('opentag', ({ local, attributes }) => {
    count.attributes = 0
    if (open.length === 0 && local !== 'multistatus') refuse()
    if (open.length === 1) count.ofResponse = 0
    if (++count.elements > limits.elements || ++count.ofResponse > limits.elementsOfResponse) refuse()
    const node = nodeOf(local, Object.values(attributes))
    // A resource is not added to its parent, because it is reported as soon as it is complete.
    if (open.length > 1) open.at(-1)?.children.push(node)
    if (open.push(node) > limits.depth) refuse()
  })
  const addText = (text: string) => {
    const node = open.at(-1)
    if (node) node.text += text
  }
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.on('closetag', () => {
    const node = open.pop()
    if (!node || open.length !== 1) return
    if (node.name === 'sync-token') token = nodeText(node) || null
    if (node.name !== 'response') return
    if (++count.responses > limits.responses) refuse()
    onResponse(toResponse(node))
  })
  return {
    write: (text: string) => orRefuse(() => void parser.write(text)),
    end(): string | null {
      orRefuse(() => void parser.close())
      if (count.elements === 0) refuse()
      return token
    },
  }
}

function refuse(): never {
  throw new CalendarFailure('no-calendar')
}

function orRefuse(parse: () => void): void {
  try {
    parse()
  } catch (error) {
    if (error instanceof CalendarFailure) throw error
    refuse()
  }
}

/** Returns an element without children. Keeps only the attribute `name`. */
function nodeOf(name: string, attributes: readonly { local: string; value: string }[]): XmlNode {
  const named = attributes.find(({ local }) => local === 'name')?.value
  return { name, text: '', children: [], ...(named !== undefined && { attributes: { name: named } }) }
}

export const childOf = (node: XmlNode | undefined, name: string) => node?.children.find((child) => child.name === name)
export const propOf = ({ props }: DavResponse, name: string) => props.find((prop) => prop.name === name)
export const nodeText = (node: XmlNode | undefined) => node?.text.trim() ?? ''

const statusIn = (node: XmlNode | undefined) => Number(/\s(\d{3})/.exec(nodeText(node))?.[1] ?? 0)

function toResponse(node: XmlNode): DavResponse {
  const parts = node.children.filter(({ name }) => name === 'propstat')
  const statuses = parts.map((part) => statusIn(childOf(part, 'status')) || 200)
  const good = parts.filter((_, at) => (statuses[at] ?? 0) < 300)
  const own = statusIn(childOf(node, 'status'))
  const failed = good.length === 0 ? Math.max(0, ...statuses) : 0
  // A property that does not exist (404) is not an error of the resource.
  const status = own || (failed >= 500 || failed === 401 || failed === 403 ? failed : 200)
  return {
    href: nodeText(childOf(node, 'href')),
    status,
    props: good.flatMap((part) => childOf(part, 'prop')?.children ?? []),
  }
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
export const xmlText = (text: string) => text.replaceAll(/[&<>"]/g, (sign) => entities[sign] ?? sign)
