import { Button, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../../platform/api/api.ts'
import { Callout } from '../../../../ui/base/Callout.tsx'
import { SettingRow } from '../../../../ui/list/SettingRow.tsx'

const kinds = {
  reached: 'calm',
  'other-server': 'danger',
  'no-answer': 'warning',
  'not-public': 'info',
  'not-https': 'warning',
  none: 'info',
} as const

/** A button that checks from the server whether the public address leads to this installation. Shows the result below. */
export function PublicAddressCheck({ address }: { address: string | null }) {
  const { t } = useTranslation('adminSettings')
  const check = useMutation({ mutationFn: () => api.administration.checkPublicAddress({}) })
  const { reset } = check
  // Removes the result when the address changes, because the result is about the address that was checked.
  useEffect(reset, [address, reset])
  return (
    <SettingRow label={t('check.label')} hint={t('check.hint')}>
      <Stack gap="xs" align="flex-start">
        <Button variant="default" loading={check.isPending} onClick={() => check.mutate()}>
          {t('check.run')}
        </Button>
        <div role="status">
          {check.data && (
            <Callout kind={kinds[check.data.outcome]} title={t(`check.outcome.${check.data.outcome}`)}>
              {t(`check.next.${check.data.outcome}`)}
            </Callout>
          )}
          {check.isError && <Callout kind="danger">{t('check.failed')}</Callout>}
        </div>
      </Stack>
    </SettingRow>
  )
}
