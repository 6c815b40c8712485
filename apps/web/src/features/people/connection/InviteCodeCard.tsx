import type { InviteCodeView } from '@attune/contract/features/people/connection/connection'
import { Button, Group, Text } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, createId, orpc } from '../../../platform/api/api.ts'
import { useLocale } from '../../../platform/settings/use-locale.ts'
import { dateText, localDay } from '../../../ui/page/date-text.ts'
import { Callout } from '../../../ui/base/Callout.tsx'
import dialogClasses from '../../../ui/dialog/Dialog.module.css'
import { QrCode } from '../../../ui/file/QrCode.tsx'
import { toast } from '../../../ui/toast/toast.ts'
import classes from './InviteCode.module.css'
import { CopyTextButton } from '../../../ui/page/row/CopyTextButton.tsx'
import { ShareTextButton } from '../../../ui/file/ShareTextButton.tsx'
import { formatInviteCode } from './use-invite-code.ts'

/** Shows the invite code with its QR code and link, and buttons to copy, share and replace it. */
export function InviteCodeCard({ standing }: { standing: InviteCodeView }) {
  const { t } = useTranslation('connection')
  const locale = useLocale()
  const [replacing, setReplacing] = useState(false)
  const { code, link, since } = standing
  if (replacing) return <ReplaceCode code={code} onDone={() => setReplacing(false)} />
  return (
    <div className={classes.card}>
      <div className={classes.picture}>
        <QrCode text={link} label={t('code.qr')} />
      </div>
      <div className={classes.big}>{formatInviteCode(code)}</div>
      <Group gap="xs" justify="center">
        <CopyTextButton value={code}>{t('code.copy')}</CopyTextButton>
        <CopyTextButton value={link}>{t('code.copyLink')}</CopyTextButton>
        <ShareTextButton text={t('code.shareText', { code: formatInviteCode(code) })} url={link} />
      </Group>
      <Text size="sm" c="dimmed">
        {t('code.text')}
      </Text>
      <Group justify="space-between" gap="xs" className={classes.foot}>
        <Text size="sm" c="dimmed">
          {t('code.since', { when: dateText(localDay(since, locale), locale.language) })}
        </Text>
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconRefresh size={16} aria-hidden />}
          onClick={() => setReplacing(true)}
        >
          {t('code.rotate')}
        </Button>
      </Group>
    </div>
  )
}

function ReplaceCode({ code, onDone }: { code: string; onDone: () => void }) {
  const { t } = useTranslation('connection')
  const cache = useQueryClient()
  const [command] = useState(createId)
  const rotate = useMutation({
    mutationFn: () => api.connection.renewInviteCode({ command }),
    onSuccess: (standing) => {
      cache.setQueryData(orpc.connection.inviteCode.queryKey({ input: {} }), standing)
      toast({ variant: 'success', title: t('code.rotated') })
      onDone()
    },
  })
  return (
    <div>
      <Text fw={600}>{t('code.rotateTitle')}</Text>
      <Text size="sm" mb="md">
        {t('code.rotateText', { code: formatInviteCode(code) })}
      </Text>
      {rotate.isError && (
        <Callout kind="danger" urgent>
          {t('actFailed')}
        </Callout>
      )}
      <Group justify="flex-end" gap="xs" mt="md">
        <Button variant="default" onClick={onDone} disabled={rotate.isPending} data-autofocus autoFocus>
          {t('code.keep')}
        </Button>
        <Button className={dialogClasses.danger} loading={rotate.isPending} onClick={() => rotate.mutate()}>
          {t('code.rotate')}
        </Button>
      </Group>
    </div>
  )
}
