import { expect, test } from 'vitest'
import { resourceUrl } from './request.ts'

const calendar = 'https://cloud.test/dav/thea%40practice/work/'

test('a resource that a server names with different percent-encodings has one address', () => {
  const named = ['/dav/thea@practice/work/a%20b.ics', '/dav/thea%40practice/work/a%20b.ics', 'a b.ics', '%61%20b.ics']
  for (const href of named) expect(resourceUrl(calendar, href)).toBe(`${calendar}a%20b.ics`)
})

test('a slash or a percent sign in a name stays a part of the name', () => {
  expect(resourceUrl(calendar, 'a%2Fb.ics')).toBe(`${calendar}a%2Fb.ics`)
  expect(resourceUrl(calendar, '100%25.ics')).toBe(`${calendar}100%25.ics`)
  expect(resourceUrl(calendar, '100%.ics')).toBe(`${calendar}100%.ics`)
})

test('a resource at another host is refused, except within icloud.com', () => {
  expect(resourceUrl(calendar, 'https://other.test/a.ics')).toBe(null)
  expect(resourceUrl(calendar, 'http://cloud.test/a.ics')).toBe(null)
  expect(resourceUrl('https://caldav.icloud.com/', 'https://p12-caldav.icloud.com/1/')).toBe(
    'https://p12-caldav.icloud.com/1/',
  )
  expect(resourceUrl('https://caldav.icloud.com/', 'https://p12-caldav.icloud.com.evil.test/1/')).toBe(null)
})
