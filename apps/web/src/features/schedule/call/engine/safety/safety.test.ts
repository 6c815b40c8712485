import { expect, test } from 'vitest'
import { peerSignal } from '../peer-signal.ts'
import { CallSafety, isSafetyMessage, type Safety, type SafetyMessage } from './call-safety.ts'
import { commitmentOf, safetyNumber } from './safety-number.ts'

const numberForm = /^\d{3} \d{3} \d{3} \d{3}$/

type Page = { safety: CallSafety; state: Safety; sent: { to: string; message: SafetyMessage }[] }

/** A page with what it sends, and the safety that it shows. */
function openPage(): Page {
  const page: Page = { state: { number: null, unsafe: new Set() }, sent: [], safety: {} as CallSafety }
  page.safety = new CallSafety({
    send: (to, message) => page.sent.push({ to, message }),
    onChange: (state) => (page.state = state),
  })
  return page
}

/** The pages of a call by their ids. The certificate of a page is its id in upper case, unless a test sets another one in `lines`. */
class TestCall {
  readonly pages: Record<string, Page> = {}
  /** The certificates that lines use instead, by `of>to`. Null: there is no line yet. */
  readonly lines: Record<string, string | null> = {}
  loses: (count: number) => boolean = () => false
  #count = 0

  async meet(...ids: string[]): Promise<void> {
    for (const id of ids) {
      this.pages[id] ??= openPage()
      await this.page(id).safety.meet(
        id,
        ids.filter((other) => other !== id),
      )
    }
  }

  page(id: string): Page {
    return this.pages[id] as Page
  }

  numbers(): (string | null)[] {
    return Object.values(this.pages).map(({ state }) => state.number)
  }

  /** Lets some seconds pass: each page reads its lines, and all messages arrive, except those that are lost. */
  async seconds(count = 3): Promise<void> {
    const ids = Object.keys(this.pages)
    for (let second = 0; second < count; second++) {
      for (const id of ids) for (const other of ids) if (other !== id) await this.#readLine(id, other)
      await this.#deliver()
    }
  }

  async #readLine(id: string, to: string) {
    const other = this.lines[`${id}>${to}`] === undefined ? to.toUpperCase() : this.lines[`${id}>${to}`]
    if (other) await this.page(id).safety.use(to, { own: id.toUpperCase(), other })
  }

  async #deliver() {
    while (Object.values(this.pages).some(({ sent }) => sent.length > 0))
      for (const [from, { sent }] of Object.entries(this.pages))
        for (const { to, message } of sent.splice(0))
          if (!this.loses(this.#count++)) await this.pages[to]?.safety.receive(from, message)
  }
}

test.each([
  ['two', ['a', 'b']],
  ['three', ['a', 'b', 'c']],
  ['four', ['a', 'b', 'c', 'd']],
])('all %s people make the same number of 4 × 3 digits, although messages are lost', async (_, ids) => {
  const call = new TestCall()
  call.loses = (count) => count < 9
  await call.meet(...ids)
  await call.seconds(6)
  expect(call.numbers()[0]).toMatch(numberForm)
  expect(new Set(call.numbers()).size).toBe(1)
})

test('as long as one line is not there, none of the people has a number', async () => {
  const call = new TestCall()
  Object.assign(call.lines, { 'b>c': null, 'c>b': null })
  await call.meet('a', 'b', 'c')
  await call.seconds(5)
  expect(call.numbers()).toEqual([null, null, null])
  Object.assign(call.lines, { 'b>c': 'C', 'c>b': 'B' })
  await call.seconds()
  expect(new Set(call.numbers()).size).toBe(1)
  expect(call.numbers()[0]).toMatch(numberForm)
})

test('the number changes when somebody joins and when somebody leaves', async () => {
  const call = new TestCall()
  await call.meet('a', 'b')
  await call.seconds()
  const [ofTwo] = call.numbers()
  await call.meet('a', 'b', 'c')
  expect(call.numbers()).toEqual([null, null, null])
  await call.seconds()
  const [ofThree] = call.numbers()
  delete call.pages.c
  await call.meet('a', 'b')
  await call.seconds()
  const again = call.numbers()
  expect(again[0]).toMatch(numberForm)
  expect(again[1]).toBe(again[0])
  expect(new Set([ofTwo, ofThree, again[0]]).size).toBe(3)
})

test('somebody whom only some of the others know leaves all without a number', async () => {
  const call = new TestCall()
  await call.meet('a', 'b', 'c')
  await call.seconds()
  await call.page('a').safety.meet('a', ['b'])
  await call.seconds()
  expect(call.numbers()).toEqual([null, null, null])
  await call.page('b').safety.meet('b', ['a'])
  await call.seconds()
  expect(call.page('a').state.number).toMatch(numberForm)
  expect(call.page('b').state.number).toBe(call.page('a').state.number)
})

test('with someone in the middle of a call of two, the two numbers differ', async () => {
  const [ofOne, ofTwo] = [new TestCall(), new TestCall()]
  ofOne.lines['a>b'] = 'E'
  ofTwo.lines['b>a'] = 'F'
  // The attacker in the middle impersonates each of the two people to the other, with separate certificates.
  await playMiddle(ofOne, { real: 'a', played: 'b', certificate: 'E' })
  await playMiddle(ofTwo, { real: 'b', played: 'a', certificate: 'F' })
  const numbers = [ofOne.page('a').state.number, ofTwo.page('b').state.number]
  expect(numbers[0]).toMatch(numberForm)
  expect(numbers[1]).toMatch(numberForm)
  expect(numbers[0]).not.toBe(numbers[1])
})

/** Lets a real page agree on a number with an attacker who impersonates the other page with a different certificate. */
async function playMiddle(
  call: TestCall,
  { real, played, certificate }: Record<'real' | 'played' | 'certificate', string>,
) {
  await call.meet(real, played)
  for (let second = 0; second < 3; second++) {
    await call.page(played).safety.use(real, { own: certificate, other: real.toUpperCase() })
    await call.page(real).safety.use(played, { own: real.toUpperCase(), other: certificate })
    for (let pass = 0; pass < 4; pass++)
      for (const [from, { sent }] of Object.entries(call.pages))
        for (const { to, message } of sent.splice(0)) await call.page(to).safety.receive(from, message)
  }
}

test('with someone in the middle of one line of three, no two numbers are equal', async () => {
  const [a, b, c] = [openPage(), openPage(), openPage()]
  // The attacker intercepts the line between b and c, impersonates c to b and b to c, and receives the messages of a to both.
  const [playsC, playsB] = [openPage(), openPage()]
  const seats = [
    { page: a, id: 'a', own: 'A', lines: { b: 'B', c: 'C' } },
    { page: b, id: 'b', own: 'B', lines: { a: 'A', c: 'E' } },
    { page: c, id: 'c', own: 'C', lines: { a: 'A', b: 'F' } },
    { page: playsC, id: 'c', own: 'E', lines: { a: 'A', b: 'B' } },
    { page: playsB, id: 'b', own: 'F', lines: { a: 'A', c: 'C' } },
  ]
  const receivers = (from: Page, to: string) => {
    if (from === a) return to === 'b' ? [b, playsB] : [c, playsC]
    if (from === b) return [to === 'a' ? a : playsC]
    if (from === c) return [to === 'a' ? a : playsB]
    if (from === playsC) return to === 'b' ? [b] : []
    return to === 'c' ? [c] : []
  }
  for (const { page, id } of seats)
    await page.safety.meet(
      id,
      ['a', 'b', 'c'].filter((other) => other !== id),
    )
  for (let second = 0; second < 4; second++) {
    for (const { page, own, lines } of seats)
      for (const [peer, other] of Object.entries(lines)) await page.safety.use(peer, { own, other })
    for (let pass = 0; pass < 6; pass++)
      for (const { page, id } of seats)
        for (const { to, message } of page.sent.splice(0))
          for (const receiver of receivers(page, to)) await receiver.safety.receive(id, message)
  }
  const numbers = [a, b, c].map(({ state }) => state.number)
  for (const number of numbers) expect(number).toMatch(numberForm)
  expect(new Set(numbers).size).toBe(3)
})

/** Opens page a of a call with b and c, and gives it a line to each. */
async function inThree() {
  const page = openPage()
  await page.safety.meet('a', ['b', 'c'])
  await page.safety.use('b', { own: 'A', other: 'B' })
  await page.safety.use('c', { own: 'A', other: 'C' })
  const said = page.sent.at(-1)?.message as SafetyMessage
  return { page, safety: page.safety, base: { turn: said.turn, people: said.people } }
}
const noncesOf = ({ sent }: Page) => sent.filter(({ message }) => message.nonce !== undefined)

test('a page keeps its nonce to itself until it knows the commitments of all', async () => {
  const { page, safety, base } = await inThree()
  await safety.receive('b', { ...base, commitment: await commitmentOf('1', 'B'), nonce: '1', asks: true })
  expect(page.sent.length).toBeGreaterThan(0)
  expect(noncesOf(page)).toEqual([])
  await safety.receive('c', { ...base, commitment: await commitmentOf('2', 'C') })
  expect(noncesOf(page).map(({ to }) => to)).toEqual(['b', 'c'])
})

test('a page keeps its nonce to itself until it uses a line to each other page', async () => {
  const page = openPage()
  await page.safety.meet('a', ['b', 'c'])
  await page.safety.use('b', { own: 'A', other: 'B' })
  const base = { turn: 1, people: 'a b c', asks: true } as const
  await page.safety.receive('b', { ...base, commitment: await commitmentOf('1', 'B') })
  await page.safety.receive('c', { ...base, commitment: await commitmentOf('2', 'C') })
  expect(page.sent).toEqual([])
})

test.each([
  ['a nonce that differs from its commitment', [{ commitment: '1' }, { commitment: '1', nonce: '2' }]],
  ['a second commitment', [{ commitment: '1' }, { commitment: '2' }]],
  ['the commitment of another page', [{ commitment: '1', nonce: '1', by: 'C' }]],
] as const)('%s makes no number and is shown', async (_, said) => {
  const { page, safety, base } = await inThree()
  await safety.receive('c', { ...base, commitment: await commitmentOf('3', 'C'), nonce: '3' })
  for (const { commitment, ...rest } of said) {
    const by = 'by' in rest ? rest.by : 'B'
    const nonce = 'nonce' in rest ? { nonce: rest.nonce } : {}
    await safety.receive('b', { ...base, commitment: await commitmentOf(commitment, by), ...nonce })
  }
  expect(page.state).toEqual({ number: null, unsafe: new Set(['b']) })
  await safety.receive('b', { ...base, commitment: await commitmentOf('1', 'B'), nonce: '1' })
  expect(page.state.number).toBeNull()
})

test('a line that uses another certificate later takes the number away and is shown', async () => {
  const call = new TestCall()
  await call.meet('a', 'b', 'c')
  await call.seconds()
  expect(call.page('a').state.number).toMatch(numberForm)
  call.lines['a>b'] = 'E'
  await call.seconds()
  expect(call.page('a').state).toEqual({ number: null, unsafe: new Set(['b']) })
  call.lines['a>b'] = 'B'
  await call.seconds()
  expect(call.page('a').state.number).toBeNull()
})

test('each turn has new nonces, and what was said in an earlier one counts no more', async () => {
  const { page, safety, base } = await inThree()
  const earlier = { ...base, commitment: await commitmentOf('1', 'B'), nonce: '1' }
  await safety.receive('b', earlier)
  const before = page.sent.at(-1)?.message.commitment
  await safety.receive('c', { ...base, turn: base.turn + 1, commitment: await commitmentOf('2', 'C'), asks: true })
  expect(page.sent.at(-1)?.message).toMatchObject({ turn: base.turn + 1 })
  expect(page.sent.at(-1)?.message.commitment).not.toBe(before)
  await safety.receive('b', earlier)
  expect(noncesOf(page)).toEqual([])
  expect(page.state).toEqual({ number: null, unsafe: new Set() })
})

test('the number does not depend on the page that makes it', async () => {
  expect(await safetyNumber(['AA:01', 'bb', 'cc'], ['1', '2', '3'])).toBe(
    await safetyNumber(['CC', 'BB', 'aa01'], ['3', '2', '1']),
  )
})

test.each([
  null,
  {},
  { turn: 1, people: 'a', commitment: 1 },
  { turn: 1.5, people: 'a', commitment: 'c' },
  { turn: 1e12, people: 'a', commitment: 'c' },
  { turn: 1, people: 'a', commitment: 'c', nonce: 5 },
  { turn: 1, people: 'a', commitment: 'c', asks: 'yes' },
])('%j is no message about the number', (safety) => {
  expect(isSafetyMessage(safety)).toBe(false)
  expect(peerSignal({ round: 0, safety })).toBeNull()
})
