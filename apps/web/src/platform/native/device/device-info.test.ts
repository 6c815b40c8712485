// @vitest-environment node
import { expect, test } from 'vitest'
import { deviceInfo } from './device-info.ts'

const webView = 'AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/140.0 Mobile Safari/537.36'

test.each([
  [`Mozilla/5.0 (Linux; Android 16; Pixel 8 Build/BP2A.250605.031; wv) ${webView}`, 'Pixel 8, Android 16'],
  [`Mozilla/5.0 (Linux; Android 13; SM-A546B; wv) ${webView}`, 'SM-A546B, Android 13'],
  [`Mozilla/5.0 (Linux; Android 10; K) ${webView}`, 'Android 10'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15', 'iPhone, iOS 18.5'],
  ['Mozilla/5.0 (iPad; CPU OS 17_0_1 like Mac OS X) AppleWebKit/605.1.15', 'iPad, iOS 17.0'],
  ['Mozilla/5.0 (X11; Linux x86_64)', ''],
])('the user agent %s names the device %j', (userAgent, expected) => {
  expect(deviceInfo(userAgent)).toBe(expected)
})
