import { SaxesParser } from 'saxes'
import { CalendarFailure } from '../external-calendar.provider.ts'

/** An XML element with its local name. */
export type XmlNode = { name: string; text: string; children: XmlNode[]; attributes?: Record<string, string> }

/** One resource of a multistatus answer (RFC 4918, 13). `status` is 200 unless the server reported another one for it. */
export type DavResponse = { href: string; status: number; props: XmlNode[] }
export type Multistatus = { responses: DavResponse[]; token: string | null }

const maxDepth = 20

/** Parses an XML document. Refuses documents with a type declaration and entities of their own. */
function parseXml(xml: string): XmlNode {
  const root: XmlNode = { name: '', text: '', children: [] }
  const open = [root]
  const parser = new SaxesParser({ xmlns: true })
  parser.on('error', () => {
    throw new CalendarFailure('no-calendar')
  })
  parser.on('doctype', () => {
    throw new CalendarFailure('no-calendar')
  })
  parser.on('opentag', ({ local, attributes }) => {
    const values = Object.values(attributes).map((attribute) => [attribute.local, attribute.value] as const)
    const node: XmlNode = { name: local, text: '', children: [], attributes: Object.fromEntries(values) }
    open.at(-1)?.children.push(node)
    if (open.push(node) > maxDepth) throw new CalendarFailure('no-calendar')
  })
  const addText = (text: string) => {
    const node = open.at(-1)
    if (node) node.text += text
  }
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.on('closetag', () => void open.pop())
  parser.write(xml.replace(/^\uFEFF/, '')).close()
  return root
}

export const childOf = (node: XmlNode | undefined, name: string) => node?.children.find((child) => child.name === name)
export const propOf = ({ props }: DavResponse, name: string) => props.find((prop) => prop.name === name)
export const textOf = (node: XmlNode | undefined) => node?.text.trim() ?? ''

const statusIn = (node: XmlNode | undefined) => Number(/\s(\d{3})/.exec(textOf(node))?.[1] ?? 0)

/** Parses a multistatus answer. Properties that the server could not read are left out; an error of all of them is the resource's status. */
export function parseMultistatus(xml: string): Multistatus {
  const root = childOf(parseXml(xml), 'multistatus')
  if (!root) throw new CalendarFailure('no-calendar')
  const responses = root.children.filter(({ name }) => name === 'response').map(toResponse)
  return { responses, token: textOf(childOf(root, 'sync-token')) || null }
}

function toResponse(node: XmlNode): DavResponse {
  const parts = node.children.filter(({ name }) => name === 'propstat')
  const statuses = parts.map((part) => statusIn(childOf(part, 'status')) || 200)
  const good = parts.filter((_, at) => (statuses[at] ?? 0) < 300)
  const own = statusIn(childOf(node, 'status'))
  const failed = good.length === 0 ? Math.max(0, ...statuses) : 0
  // A property that does not exist (404) is not an error of the resource.
  const status = own || (failed >= 500 || failed === 401 || failed === 403 ? failed : 200)
  return {
    href: textOf(childOf(node, 'href')),
    status,
    props: good.flatMap((part) => childOf(part, 'prop')?.children ?? []),
  }
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
export const xmlText = (text: string) => text.replaceAll(/[&<>"]/g, (sign) => entities[sign] ?? sign)
