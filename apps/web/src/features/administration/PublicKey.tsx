import { Button, CopyButton, Group, Skeleton, Text } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, newId, query } from '../../platform/api.ts'
import { useReader } from '../../platform/reader.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { momentWithin } from '../../ui/moment.ts'
import { Note } from '../../ui/Note.tsx'
import { Section } from '../../ui/Section.tsx'
import { toast } from '../../ui/toast.ts'
import { LoadFailed } from '../../ui/Waiting.tsx'
import classes from './administration.module.css'

/** The public key: shown, copied, replaced after asking. */
export function PublicKey() {
  const { t } = useTranslation('administration')
  const reader = useReader()
  const [asking, setAsking] = useState(false)
  const read = useQuery(query.administration.publicKey.queryOptions({ input: {} }))
  return (
    <Section title={t('settings.key')} hint={t('settings.keyHint')}>
      {read.isPending && <Skeleton height={36} />}
      {read.isError && !read.data && (
        <LoadFailed words={t('loadFailed')} again={t('again')} onAgain={() => void read.refetch()} />
      )}
      {read.data && (
        <Group justify="space-between" gap="sm">
          <div className={classes.words}>
            <code className={classes.key}>{read.data.key}</code>
            <div className={classes.quiet}>
              {t('settings.keySince', { when: momentWithin(read.data.since, reader) })}
            </div>
          </div>
          <Group gap="xs">
            <CopyButton value={read.data.key} timeout={2000}>
              {({ copied, copy }) => (
                <Button
                  variant="default"
                  leftSection={copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
                  onClick={copy}
                >
                  {t(copied ? 'settings.keyCopied' : 'settings.keyCopy')}
                </Button>
              )}
            </CopyButton>
            <Button variant="default" onClick={() => setAsking(true)}>
              {t('settings.rotate')}
            </Button>
          </Group>
        </Group>
      )}
      {asking && <RotateDialog onClose={() => setAsking(false)} />}
    </Section>
  )
}

function RotateDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('administration')
  const cache = useQueryClient()
  const [command] = useState(newId)
  const rotate = useMutation({
    mutationFn: () => api.administration.rotatePublicKey({ command }),
    onSuccess: (after) => {
      cache.setQueryData(query.administration.publicKey.queryKey({ input: {} }), after)
      // This page goes on with the new key.
      document.querySelector<HTMLMetaElement>('meta[name="attune-key"]')?.setAttribute('content', after.key)
      toast({ variant: 'success', title: t('settings.rotated') })
      onClose()
    },
  })
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('settings.rotating.title')}
      submit={t('settings.rotating.submit')}
      back={t('settings.rotating.back')}
      busy={rotate.isPending}
      onSubmit={() => rotate.mutate()}
    >
      <Text size="sm">{t('settings.rotating.text')}</Text>
      {rotate.isError && (
        <Note kind="danger" urgent>
          {t('notDone')}
        </Note>
      )}
    </FormDialog>
  )
}
