import { Button, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { NativeFrame } from './NativeFrame.tsx'

const versionProblems = ['host-too-old', 'host-too-new'] as const
const otherProblems = ['moved', 'not-attune', 'not-set-up', 'certificate'] as const

export type HostProblemKind = (typeof versionProblems | typeof otherProblems)[number]
export type HostProblemState = { kind: HostProblemKind; newOrigin: string | null }

const isVersionProblem = (kind: HostProblemKind): kind is (typeof versionProblems)[number] =>
  versionProblems.some((one) => one === kind)

/**
 * Returns the problem that the app shows when it starts; null if there is none. Being offline is not a problem, because the app then works with
 * stored data.
 */
export const hostProblemOf = (kind: string): HostProblemKind | null =>
  [...versionProblems, ...otherProblems].find((one) => one === kind) ?? null

type Props = {
  problem: HostProblemState
  origin: string
  onChangeAddress: () => void
  /**
   * Opens the pages despite the problem. The cause may be the network: for example, a network with its own sign-in page responds in place of the
   * practice's server.
   */
  onContinue: () => void
}

/** Explains why the app cannot work with the server to which it was connected. */
export function HostProblem({ problem: { kind, newOrigin }, origin, onChangeAddress, onContinue }: Props) {
  const { t } = useTranslation('native')
  return (
    <NativeFrame
      title={t(`version.${kind}.title`)}
      text={isVersionProblem(kind) ? t(`version.${kind}.text`) : t(`version.${kind}.text`, { origin, newOrigin })}
    >
      <Stack mt="xl">
        <Button size="md" onClick={() => location.reload()}>
          {t('version.again')}
        </Button>
        <Button size="md" variant="default" onClick={onChangeAddress}>
          {t(kind === 'moved' ? 'version.checkNew' : 'version.change')}
        </Button>
        {!isVersionProblem(kind) && (
          <Button size="md" variant="subtle" onClick={onContinue}>
            {t('version.continue')}
          </Button>
        )}
      </Stack>
    </NativeFrame>
  )
}
