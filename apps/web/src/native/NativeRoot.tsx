import { RouterProvider } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useStore } from '../platform/create-store.ts'
import { acceptLogin, type LoginView } from '../platform/login/login.ts'
import { checkPracticeAddress, type JoinedPractice } from '../platform/native/connection/practice-address.ts'
import type { PracticeConnection } from '../platform/native/connection/connection.ts'
import type { NativePort } from '../platform/native/port.ts'
import { router } from '../router.ts'
import { applyPractice } from './apply-practice.ts'
import { hideSplashWhenDrawn } from './follow-device.ts'
import { HostProblem, hostProblemOf, type HostProblemState } from './HostProblem.tsx'
import { JoinScreen } from './JoinScreen.tsx'
import type { Links } from './links.ts'
import { ReturnFromBrowser } from './ReturnFromBrowser.tsx'
import { SignInScreen } from './SignInScreen.tsx'

type Props = { port: NativePort; connection: PracticeConnection; links: Links }
type Stage = 'join' | 'sign-in' | 'app'

const firstStage = ({ practice, hasLogin }: PracticeConnection): Stage =>
  practice ? (hasLogin ? 'app' : 'sign-in') : 'join'

/** Shows the connection screen, the sign-in, a problem with the practice's server, or the pages of the product. */
export function NativeRoot({ port, connection, links }: Props) {
  const [stage, setStage] = useState(() => firstStage(connection))
  const { problem, ignore } = useHostProblem(port, connection)
  const invited = useStore(links.join)
  const join = async (practice: JoinedPractice) => {
    await connection.join(practice)
    applyPractice(connection)
    links.join.set(null)
    setStage('sign-in')
  }
  const signIn = async (token: string, login: LoginView) => {
    await connection.setToken(token)
    acceptLogin(login)
    setStage('app')
  }
  const isInApp = stage === 'app' && !problem
  useEffect(() => hideSplashWhenDrawn(port, !isInApp), [port, isInApp])
  const changeAddress = () => {
    links.join.set(problem?.newOrigin ?? null)
    setStage('join')
    ignore()
  }
  if (problem && stage !== 'join')
    return (
      <HostProblem
        problem={problem}
        origin={connection.practice?.origin ?? ''}
        onChangeAddress={changeAddress}
        onContinue={ignore}
      />
    )
  if (stage === 'app') return <AppPages port={port} connection={connection} links={links} />
  if (stage === 'join' || invited || !connection.practice)
    return <JoinScreen key={invited} port={port} invited={invited ?? ''} onJoin={join} />
  return (
    <SignInScreen
      port={port}
      practice={connection.practice}
      code={links.code}
      onSignedIn={signIn}
      onChangePractice={() => setStage('join')}
    />
  )
}

const AppPages = ({ port, connection, links }: Props) => (
  <>
    <ReturnFromBrowser port={port} connection={connection} code={links.code} />
    <RouterProvider router={router} />
  </>
)

/**
 * Checks at each start whether the app and the practice's server are compatible, and reads the practice's current key and name. Returns the
 * problem, if there is one, and a function that ignores it.
 */
function useHostProblem(port: NativePort, connection: PracticeConnection) {
  const [isIgnored, setIsIgnored] = useState(false)
  const origin = connection.practice?.origin
  const check = useQuery({
    queryKey: ['host', origin],
    enabled: origin !== undefined,
    networkMode: 'always',
    staleTime: Infinity,
    queryFn: async () => {
      const found = await checkPracticeAddress(port, origin ?? '')
      if (found.kind === 'fine') {
        await connection.join(found.practice)
        applyPractice(connection)
      }
      const kind = hostProblemOf(found.kind)
      return kind && { kind, newOrigin: found.kind === 'moved' ? found.origin : null }
    },
  })
  const problem: HostProblemState | null = isIgnored ? null : (check.data ?? null)
  return { problem, ignore: () => setIsIgnored(true) }
}
