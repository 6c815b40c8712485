import { formatMilliseconds, markdownTable, targetMark, twoDecimals } from './cells.ts'
import type { MessagePageFigures } from './message-page.ts'
import type { MessageSocketFigures } from './message-sockets.ts'
import type { MessageCall, MessageFigures } from './messages.ts'

/** Returns a Markdown table of the requests, and one of the delays between sockets. */
export function messagesTable(m: MessageFigures, s: MessageSocketFigures): string {
  const ms = (value: number) => `${value.toFixed(1)} ms`
  const row = (name: string, call: MessageCall, goal?: number) => [
    name,
    ms(m[call].p50),
    ms(m[call].p95),
    (m[call].p50 / m.plain.p50).toFixed(1),
    goal === undefined ? '' : `p95 ≤ ${goal} ms`,
    goal === undefined ? '' : targetMark(m[call].p95, (value) => value <= goal),
  ]
  const push = s.push / s.listen
  return [
    markdownTable(
      ['300 conversations, 60,000 messages', 'p50', 'p95', '× one row', 'goal', ''],
      [
        row('the latest 50 of 20,000', 'latest', 10),
        row('50 around the middle', 'around', 10),
        row('the client’s latest 50 of 20,000', 'latestOfClient', 10),
        row('50 of the list of 300 conversations', 'list', 50),
        row('the unread counts of 300', 'counts', 50),
        row('a search for a word of one message', 'rare', 50),
        row('a search for a word of every message', 'frequent', 50),
        row('a search for a word of no message', 'none', 50),
        row('sending', 'send'),
        row('for comparison: a request for the terms, one row', 'plain'),
      ],
    ),
    '',
    markdownTable(
      ['a message from socket to socket', 'p50', 'goal', ''],
      [
        ['a bare LISTEN', ms(s.listen), '', ''],
        ['the socket of the other side', ms(s.push), '', ''],
        ['socket / LISTEN', twoDecimals(push), '≤ 2', targetMark(push, (value) => value <= 2)],
        ['until the other side has the text', ms(s.text), '', ''],
        ['messages that were not received', String(s.missed), '0', targetMark(s.missed, (value) => value === 0)],
      ],
    ),
  ].join('\n')
}

export function messagePageTable(p: MessagePageFigures): string {
  return markdownTable(
    ['a conversation of 20,000 in the browser', 'median of 7', 'goal', ''],
    [
      ['it is opened, script', formatMilliseconds(p.open), '≤ 100 ms', targetMark(p.open, (value) => value <= 100)],
      ['50 older messages are added, script', formatMilliseconds(p.older), '', ''],
      // A frame takes 16.7 ms. The frame in which the messages are added is the only one that may be late.
      [
        'the longest time between two frames meanwhile',
        formatMilliseconds(p.frame),
        '≤ 33 ms',
        targetMark(p.frame, (value) => value <= 33.4),
      ],
      ['the message being read moves', `${p.moved.toFixed(0)} px`, '0 px', targetMark(p.moved, (value) => value < 1)],
    ],
  )
}
