import { Button, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { NativeFrame } from './NativeFrame.tsx'

export type HostProblemKind = 'host-too-old' | 'host-too-new'

/** Says that the app and the server of the practice have versions that do not work together. */
export function HostProblem({ kind }: { kind: HostProblemKind }) {
  const { t } = useTranslation('native')
  return (
    <NativeFrame title={t(`version.${kind}.title`)} text={t(`version.${kind}.text`)}>
      <Stack mt="xl">
        <Button size="md" onClick={() => location.reload()}>
          {t('version.again')}
        </Button>
      </Stack>
    </NativeFrame>
  )
}
