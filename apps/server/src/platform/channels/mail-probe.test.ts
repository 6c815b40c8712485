import { once } from 'node:events'
import { type AddressInfo, createServer, type Server } from 'node:net'
import type { SMTPServerOptions } from 'smtp-server'
import { afterEach, expect, test } from 'vitest'
import { certificates, endedCertificate } from '../../testing/doubles/certificates.ts'
import { openSmtpServer, refusesEveryPassword } from '../../testing/doubles/smtp-server.ts'
import { probeMailServer } from './mail-probe.ts'

let closes: (() => void)[] = []
afterEach(() => {
  for (const close of closes) close()
  closes = []
})

async function mailServer(options: SMTPServerOptions): Promise<string> {
  const { host, close } = await openSmtpServer(options)
  closes.push(close)
  return host
}

/** Starts a server that sends `words` on every connection. */
async function plainServer(words: string): Promise<string> {
  const server: Server = createServer((socket) => {
    socket.on('error', () => {})
    socket.end(words)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  closes.push(() => server.close())
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('a wrong password is reported with the words of the server, but without the password', async () => {
  const probe = await probeMailServer(`smtp://nora:canary-1@${await mailServer(refusesEveryPassword)}`)
  expect(probe).toMatchObject({ login: 'refused', isEncrypted: false, problem: null })
  expect(probe.greeting).toMatch(/^220 .*Practice mail/)
  expect(probe.loginAnswer).toBe('535 Wrong password …, says the practice')
})

test('a right password is accepted, over a connection that STARTTLS encrypts', async () => {
  const [{ cert, key }] = certificates
  const server = await mailServer({ cert, key, onAuth: (_, __, done) => done(null, { user: 'nora' }) })
  const probe = await probeMailServer(`smtp://nora:canary-1@${server}?tls.rejectUnauthorized=false`)
  expect(probe).toMatchObject({ login: 'accepted', isEncrypted: true, problem: null })
  expect(probe.loginAnswer).toMatch(/^235 /)
})

test('a certificate that is not trusted is reported, and the login is not tried', async () => {
  const [{ cert, key }] = certificates
  const probe = await probeMailServer(`smtp://nora:canary-1@${await mailServer({ cert, key })}`)
  expect(probe).toMatchObject({ login: 'untried' })
  expect(probe.problem).toMatch(/certificate/i)
})

test('an ended certificate, and smtps:// on a port that begins without TLS, are each named', async () => {
  const { cert, key } = endedCertificate
  const server = await mailServer({ cert, key })
  expect(await probeMailServer(`smtp://nora:canary-1@${server}`)).toMatchObject({ problem: 'certificate has expired' })
  expect(await probeMailServer(`smtps://nora:canary-1@${server}`)).toMatchObject({
    problem: "The mail server doesn't begin with TLS on this port. SMTP_URL must begin with smtp:// there.",
  })
})

test('without a user the login is not tried', async () => {
  const probe = await probeMailServer(
    `smtp://${await mailServer({ authOptional: true, disabledCommands: ['STARTTLS'] })}`,
  )
  expect(probe).toMatchObject({ login: 'none', problem: null })
})

test('a server without a way to sign in is not called right', async () => {
  const options: SMTPServerOptions = { authOptional: true, disabledCommands: ['STARTTLS', 'AUTH'] }
  const probe = await probeMailServer(`smtp://nora:canary-1@${await mailServer(options)}`)
  expect(probe).toMatchObject({ login: 'not-offered', loginAnswer: null })
})

test('a server that speaks another protocol is reported', async () => {
  const probe = await probeMailServer(`smtp://nora:canary-1@${await plainServer('HTTP/1.1 400 Bad Request\r\n\r\n')}`)
  expect(probe).toMatchObject({ login: 'untried', isEncrypted: false })
  expect(probe.problem).not.toBeNull()
})

test('an endless answer ends the connection', async () => {
  const probe = await probeMailServer(`smtp://nora:canary-1@${await plainServer('220 '.padEnd(3_000_000, 'x'))}`)
  expect(probe.problem).not.toBeNull()
  expect(JSON.stringify(probe).length).toBeLessThan(2_000)
})
