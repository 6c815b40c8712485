/**
 * A place that receives or parses bytes from outside: the process that parses them, the maximum size, further limits, and the test that sends it
 * invalid bodies. `process` is a separate process with limits of time and memory.
 */
type Parser = [takes: string, where: 'server' | 'process' | 'both', limits: string, test: string]

const calendars = 'features/schedule/external-calendar'
const payments = 'features/billing'
const bombs = 'parsers.test.ts: is refused or stays unparsed'
const requests = 'parsers.requests.test.ts: a body that never ends is refused at its limit'
const json = 'nested at most 64 deep'
const noBody = 'of the body nothing is parsed'

/** All places where the server parses untrusted bytes, by file. Responses are never decompressed, except those of sign-in providers. */
export const parsers: Record<string, Parser> = {
  [`${calendars}/caldav/request.ts`]: [
    'answers of CalDAV servers',
    'both',
    '16 MB, 20 s',
    `${calendars}/caldav/multistatus.test.ts: a list that never ends is refused at its limit of bytes`,
  ],
  [`${calendars}/caldav/multistatus.ts`]: [
    'answers of CalDAV servers above 128 KB',
    'process',
    '15 s, 256 MB of memory, 64 MB of output',
    `${calendars}/caldav/multistatus.test.ts: a small and a large answer are read alike`,
  ],
  [`${calendars}/caldav/xml.ts`]: [
    'XML of CalDAV servers',
    'both',
    '400,000 elements, 2,000 in a resource, 30,000 resources, 60 attributes, 20 deep',
    `${calendars}/caldav/multistatus.test.ts: an answer is refused for`,
  ],
  [`${calendars}/google/request.ts`]: ['answers of Google Calendar', 'both', '16 MB, 20 s', bombs],
  [`${calendars}/google/tokens.ts`]: ['tokens of Google', 'server', `64 KB, 10 s, ${json}`, bombs],
  'features/care/measure/measure.file.ts': [
    'files with a questionnaire',
    'process',
    '700,000 characters, 15 s, 256 MB of memory, 8 MB of output, 100 items, 30 options',
    'features/care/measure/measure.file.test.ts: a file that is too large, nested too deeply',
  ],
  'platform/object-store/s3-requests.ts': [
    'answers of storage services: the code of an error',
    'both',
    '4 MB, 120 s, 10,000 bytes of an error, no parser of XML',
    bombs,
  ],
  'platform/object-store/s3-store.ts': [
    'objects and lists of storage services',
    'both',
    '16 MB at once, 4 MB of a list, 1,000,000 objects, no parser of XML',
    bombs,
  ],
  'platform/outbound/provider-answer.ts': [
    'JSON of providers; above 256 KB in the process',
    'both',
    `15 s, 256 MB of memory, 20,000 values of 256 KB, ${json}`,
    'parsers.test.ts: a long list is parsed in a process of its own',
  ],
  'features/schedule/calendar/import/read.ts': ['imported calendars', 'process', '5 MB, 5 s', bombs],
  'features/schedule/calendar/import/process.ts': [
    'calendar files',
    'process',
    '15 s, 256 MB of memory, 8 MB of output',
    'features/schedule/calendar/ics/ics.test.ts: a file that takes too long is abandoned',
  ],
  'platform/assistant/endpoint.client.ts': [
    'answers and models of the assistant',
    'both',
    `4 MB, 256 KB an event, the time limit of the endpoint, ${json}`,
    bombs,
  ],
  'platform/payments/stripe.ts': ['answers of Stripe', 'server', `512 KB, 10 s, ${json}`, bombs],
  [`${payments}/online-payment/online-payment.hook.mount.ts`]: [
    'signed events of Stripe',
    'server',
    '512 KB',
    requests,
  ],
  'platform/channels/twilio/twilio.ts': ['answers of Twilio', 'server', `64 KB, 10 s, ${json}`, bombs],
  'platform/channels/twilio/twilio.media.ts': [
    'files of Twilio, which are stored and checked as uploads are',
    'server',
    '20 MB, 30 s',
    bombs,
  ],
  'platform/channels/text-hooks.ts': ['signed forms of Twilio', 'server', '64 KB', requests],
  'platform/auth/engine/limited-fetch.ts': [
    'answers of sign-in providers',
    'server',
    `256 KB after decompression, 10 s, ${json}`,
    bombs,
  ],
  'features/people/login/provider/picture.ts': ['pictures of sign-in providers', 'process', '5 MB, 5 s', bombs],
  'platform/native-push/device-message.ts': ['answers of FCM and APNs', 'server', `20,000 bytes, ${json}`, bombs],
  'platform/native-push/fcm.ts': ['answers of FCM', 'server', `20,000 bytes, ${json}`, bombs],
  'platform/native-push/apns.ts': [
    'answers of APNs, over HTTP/2',
    'server',
    `20,000 bytes, ${json}`,
    'parsers.test.ts: an answer over HTTP/2 that never ends is refused',
  ],
  'features/messages/push/push.request.ts': [
    'answers of push services',
    'server',
    `10,000 bytes, 5 s; ${noBody}`,
    bombs,
  ],
  'features/practice/administration/settings/address-check.ts': [
    'the answer of the public address',
    'server',
    `1,000 bytes, 5 s; ${noBody}`,
    bombs,
  ],
  'platform/files/clamd.ts': [
    'answers of the virus scanner',
    'server',
    '1,000 characters, 60 s',
    'platform/files/clamd.test.ts: a scanner whose answer never ends gives no result',
  ],
  'platform/files/picture-encoding.ts': [
    'avatars and logos',
    'process',
    '5 MB, 10 s, and limits of pixels',
    'platform/files/avatars.test.ts: 30,000 × 30,000 pixels',
  ],
  'features/people/account/account.avatars.mount.ts': [
    'uploads of avatars',
    'process',
    '6 MB',
    'platform/files/avatars.test.ts: a body of more than 6 MB',
  ],
  [`${payments}/business/business.logo.mount.ts`]: ['uploads of logos', 'process', '6 MB', requests],
  [`${payments}/payment/bank-file/bank-file.mount.ts`]: [
    'uploads of bank files',
    'process',
    '11 MB',
    `${payments}/payment/bank-file/bank-file.mount.test.ts: an upload is refused before its body is read`,
  ],
  [`${payments}/payment/bank-file/bank-file.ts`]: [
    'bank files',
    'process',
    '10 MB, 30 s, 256 MB of memory, 64 MB of output',
    `${payments}/payment/bank-file/bank-file.deep.test.ts: files of 10 MB that are made to be costly`,
  ],
  [`${payments}/payment/bank-file/read.ts`]: [
    'bank files in a zip file, decompressed',
    'process',
    '10 MB in all, 750 files',
    `${payments}/payment/bank-file/read.test.ts: one that unpacks to more than 10 MB`,
  ],
  [`${payments}/payment/bank-file/camt.ts`]: [
    'CAMT.053',
    'process',
    '60 deep, 60 attributes, 50,000 payments',
    `${payments}/payment/bank-file/read.test.ts: a DOCTYPE, another namespace, damaged XML`,
  ],
  'features/care/file/upload/upload.mount.ts': [
    'pieces of uploaded files, which are stored',
    'server',
    '8 MB',
    'features/care/file/upload/upload.test.ts: a piece has at most 8 MB and must declare its length',
  ],
  'features/care/file/check/detect-type.ts': [
    'uploaded files, whose type is detected from some of their bytes',
    'server',
    'the limits of each type of file; pictures are decoded in a process',
    'features/care/file/check/picture.runs.test.ts: a PNG of 41',
  ],
  'platform/http/api/api.ts': ['calls of procedures', 'server', '1 MB, 64 KB to sign in', requests],
  'platform/realtime/sockets.ts': [
    'frames of browsers',
    'server',
    '4 KB, without compression',
    'platform/realtime/realtime.test.ts: an invalid frame',
  ],
  'features/schedule/call/sockets/call-sockets.ts': [
    'frames of browsers in a call, whose signals are passed on unread',
    'server',
    '32 KB, 30 a second, without compression',
    'features/schedule/call/sockets/call-sockets.test.ts: closes the socket and reaches nobody',
  ],
}
