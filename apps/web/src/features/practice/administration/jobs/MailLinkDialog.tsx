import { Button, CopyButton, Skeleton, Stack, Text } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../../platform/api/api.ts'
import { Dialog } from '../../../../ui/dialog/Dialog.tsx'
import { DialogFoot } from '../../../../ui/dialog/DialogFoot.tsx'
import { Callout } from '../../../../ui/base/Callout.tsx'
import { Query } from '../../../../ui/page/loading/Query.tsx'
import classes from '../administration.module.css'
import type { OutboxItem } from './Outbox.tsx'

/**
 * Shows the link of a confirmation email to an admin whose installation sends no email. The link is never cached, because the server logs each
 * access to it.
 */
export function MailLinkDialog({ mail, onClose }: { mail: OutboxItem; onClose: () => void }) {
  const { t } = useTranslation('outbox')
  const read = useQuery({
    ...orpc.administration.openMail.queryOptions({ input: { id: mail.id } }),
    staleTime: 0,
    gcTime: 0,
  })
  const link = read.data?.link
  return (
    <Dialog onClose={onClose} title={t('link.title')}>
      <Stack gap="sm">
        {read.isPending && <Skeleton height={120} />}
        {read.isError && <Query of={read} alsoStale failed={t('loadFailed')} again={t('again')} />}
        {read.data && <Text size="sm">{t('link.for', { recipient: read.data.recipient })}</Text>}
        {link && <Callout kind="warning">{t('link.warning')}</Callout>}
        {link && <div className={classes.link}>{link}</div>}
        {read.data && !link && <Text size="sm">{t('link.none')}</Text>}
        <DialogFoot>
          <Button variant="default" onClick={onClose}>
            {t('link.close')}
          </Button>
          {link && (
            <CopyButton value={link} timeout={2000}>
              {({ copied, copy }) => (
                <Button
                  data-autofocus
                  leftSection={copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
                  onClick={copy}
                >
                  {t(copied ? 'link.copied' : 'link.copy')}
                </Button>
              )}
            </CopyButton>
          )}
        </DialogFoot>
      </Stack>
    </Dialog>
  )
}
