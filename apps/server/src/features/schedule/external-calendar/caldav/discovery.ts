import { resourceUrl, type SendDav, sendForList } from './request.ts'
import { childOf, type DavResponse, propOf, nodeText } from './xml.ts'
import { CalendarFailure, calendarName, type Discovery, type FoundCalendar } from '../external-calendar.provider.ts'

const spaces = 'xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav" xmlns:a="http://apple.com/ns/ical/"'
const body = `<?xml version="1.0" encoding="utf-8"?><d:propfind ${spaces}><d:prop><d:resourcetype/><d:displayname/>
  <d:current-user-principal/><d:current-user-privilege-set/><c:calendar-home-set/><c:supported-calendar-component-set/>
  <a:calendar-color/></d:prop></d:propfind>`
const maxCalendars = 100
/** The maximum number of calendars whose addresses are checked, so that an endless list does not take long. */
const maxChecked = 1_000

/** Finds the calendars of an account from any address of its server (RFC 6764, RFC 4791). */
export async function discoverCalendars(send: SendDav, address: string): Promise<Discovery> {
  const start = await startOf(send, address)
  const { response, url } = start
  if (isCalendar(response))
    return { calendars: [toFoundCalendar(url, response)].filter((one) => one !== null), home: null }
  const home = (await homeOf(send, url, response)) ?? resourceUrl(url, url) ?? url
  const { responses } = await sendForList(send, { method: 'PROPFIND', url: home, depth: '1', body })
  const calendars = responses
    .filter((one) => isCalendar(one) && takesEvents(one))
    .slice(0, maxChecked)
    .map((one) => toFoundCalendar(home, one))
    .filter((one) => one !== null)
    .slice(0, maxCalendars)
  return { calendars, home }
}

/** Requests the address. If it is not a WebDAV resource, requests the well-known address of its host. */
async function startOf(send: SendDav, address: string): Promise<{ response: DavResponse; url: string }> {
  for (const url of [address, new URL('/.well-known/caldav', address).href]) {
    try {
      const answer = await sendForList(send, { method: 'PROPFIND', url, depth: '0', body })
      const [response] = answer.responses
      if (response) return { response, url: answer.url }
    } catch (error) {
      const isOther = error instanceof CalendarFailure && (error.problem === 'no-calendar' || error.problem === 'gone')
      if (!isOther) throw error
    }
  }
  throw new CalendarFailure('no-calendar')
}

async function homeOf(send: SendDav, url: string, response: DavResponse): Promise<string | null> {
  const known = hrefIn(url, response, 'calendar-home-set')
  if (known) return known
  const principal = hrefIn(url, response, 'current-user-principal')
  if (!principal) return null
  const { responses } = await sendForList(send, { method: 'PROPFIND', url: principal, depth: '0', body })
  return responses[0] ? hrefIn(principal, responses[0], 'calendar-home-set') : null
}

const hrefIn = (url: string, response: DavResponse, name: string) =>
  resourceUrl(url, nodeText(childOf(propOf(response, name), 'href')))

const isCalendar = (response: DavResponse) =>
  propOf(response, 'resourcetype')?.children.some(({ name }) => name === 'calendar') ?? false

/** Whether a calendar accepts events. If the server does not declare its components, it accepts all. */
function takesEvents(response: DavResponse): boolean {
  const components = propOf(response, 'supported-calendar-component-set')?.children ?? []
  const names = components.flatMap(({ attributes }) => attributes?.name?.toUpperCase() ?? [])
  return names.length === 0 || names.includes('VEVENT')
}

function toFoundCalendar(base: string, response: DavResponse): FoundCalendar | null {
  const url = resourceUrl(base, response.href)
  if (!url) return null
  const color = /^#[0-9a-f]{6}/i.exec(nodeText(propOf(response, 'calendar-color')))?.[0].toLowerCase() ?? ''
  const fallback = new URL(url).pathname.split('/').findLast(Boolean) ?? url
  const name = calendarName(nodeText(propOf(response, 'displayname')), fallback)
  return { url, name, color, canWrite: canWrite(response) }
}

const writeRights = ['write', 'write-content', 'bind', 'all']

/** Whether the account may write. Assumed if the server does not declare permissions. */
function canWrite(response: DavResponse): boolean {
  const set = propOf(response, 'current-user-privilege-set')
  if (!set || set.children.length === 0) return true
  return set.children.some((privilege) => privilege.children.some(({ name }) => writeRights.includes(name)))
}
