import { Button, CopyButton, Group, Skeleton } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyNamed } from '../../../platform/lazy-named.ts'
import { orpc } from '../../../platform/api/api.ts'
import { useLocale } from '../../../platform/settings/use-locale.ts'
import { momentInSentence } from '../../../ui/page/date-text.ts'
import { Section } from '../../../ui/page/Section.tsx'
import { Query } from '../../../ui/page/loading/Query.tsx'
import classes from './api-access.module.css'

const RotateKeyDialog = lazyNamed(() => import('./RotateKeyDialog.tsx'), 'RotateKeyDialog')

/** Shows, copies and replaces the public API key, which each request of the web app contains. */
export function PublicKeySettings() {
  const { t } = useTranslation('apiAccess')
  const locale = useLocale()
  const [asking, setAsking] = useState(false)
  const read = useQuery(orpc.administration.publicKey.queryOptions({ input: {} }))
  return (
    <Section title={t('key.title')} hint={t('key.hint')}>
      <Query of={read} pending={<Skeleton height={36} />} failed={t('loadFailed')} again={t('again')}>
        {(data) => (
          <Group justify="space-between" gap="sm">
            <div className={classes.key}>
              <code className={classes.code}>{data.key}</code>
              <div className={classes.quiet}>{t('key.since', { when: momentInSentence(data.since, locale) })}</div>
              {data.previousUntil && (
                <div className={classes.quiet}>
                  {t('key.previous', { when: momentInSentence(data.previousUntil, locale) })}
                </div>
              )}
            </div>
            <Group gap="xs">
              <CopyKey value={data.key} />
              <Button variant="default" onClick={() => setAsking(true)}>
                {t('key.rotate')}
              </Button>
            </Group>
          </Group>
        )}
      </Query>
      {asking && <RotateKeyDialog current={read.data} onClose={() => setAsking(false)} />}
    </Section>
  )
}

function CopyKey({ value }: { value: string }) {
  const { t } = useTranslation('apiAccess')
  return (
    <CopyButton value={value} timeout={2000}>
      {({ copied, copy }) => (
        <Button
          variant="default"
          leftSection={copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
          onClick={copy}
        >
          {t(copied ? 'key.copied' : 'key.copy')}
        </Button>
      )}
    </CopyButton>
  )
}
