import type { OutboxMail } from '@attune/contract/features/practice/administration/administration'
import { Button, Text, VisuallyHidden } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconCircleDashed, IconMailOff, IconMinus } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { NextPageButton } from '../../../../ui/list/NextPageButton.tsx'
import type { z } from 'zod'
import { lazyNamed } from '../../../../platform/lazy-named.ts'
import { orpc } from '../../../../platform/api/api.ts'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { StatusBadge, type IconType, type StatusTone } from '../../../../ui/page/status/StatusBadge.tsx'
import { momentText } from '../../../../ui/page/date-text.ts'
import { Section } from '../../../../ui/page/Section.tsx'
import { Query } from '../../../../ui/page/loading/Query.tsx'
import { RowSkeletons } from '../../../../ui/page/loading/ListStates.tsx'
import classes from '../administration.module.css'

const MailLinkDialog = lazyNamed(() => import('./MailLinkDialog.tsx'), 'MailLinkDialog')

export type OutboxItem = z.infer<typeof OutboxMail>

const states = {
  waiting: [IconCircleDashed, 'quiet'],
  sent: [IconCircleCheck, 'quiet'],
  failed: [IconAlertTriangle, 'danger'],
  'not-configured': [IconMailOff, 'warning'],
  dropped: [IconMinus, 'quiet'],
} as const satisfies Record<OutboxItem['state'], readonly [IconType, StatusTone]>

/**
 * Lists the emails about accounts with time, state and recipient. The server lists no email about a client's matters.
 */
export function Outbox() {
  const { t } = useTranslation('outbox')
  const [opened, setOpened] = useState<OutboxItem | null>(null)
  const pages = useInfiniteQuery(
    orpc.administration.outbox.infiniteOptions({
      input: (after: string | undefined) => ({ after, limit: 20 }),
      initialPageParam: undefined,
      getNextPageParam: (last) => last.next ?? undefined,
    }),
  )
  const mails = pages.data?.pages.flatMap((page) => page.items) ?? []
  return (
    <Section title={t('title')} hint={t('hint')} rows={mails.length > 0 || !pages.data}>
      <Query
        of={pages}
        pending={<RowSkeletons rows={3} avatar={false} />}
        failed={t('loadFailed')}
        again={t('again')}
        empty={
          mails.length === 0 && (
            <Text size="sm" c="dimmed">
              {t('empty')} {t('emptyHint')}
            </Text>
          )
        }
      >
        {() => <Mails mails={mails} onOpen={setOpened} />}
      </Query>
      <NextPageButton of={pages} around={classes.more}>
        {t('more')}
      </NextPageButton>
      {opened && <MailLinkDialog mail={opened} onClose={() => setOpened(null)} />}
    </Section>
  )
}

function Mails({ mails, onOpen }: { mails: OutboxItem[]; onOpen: (mail: OutboxItem) => void }) {
  const { t } = useTranslation('outbox')
  const locale = useLocale()
  return (
    <table className={classes.mails}>
      <thead>
        <tr>
          <th scope="col">{t('time')}</th>
          <th scope="col">{t('kind')}</th>
          <th scope="col">{t('state')}</th>
          <th scope="col">{t('recipient')}</th>
          <th scope="col">
            <VisuallyHidden>{t('open')}</VisuallyHidden>
          </th>
        </tr>
      </thead>
      <tbody>
        {mails.map((mail) => {
          const kind = t([`kinds.${mail.kind}`, 'kinds.other'])
          const when = momentText(mail.at, locale)
          const [icon, tone] = states[mail.state]
          return (
            <tr key={mail.id}>
              <td>{when}</td>
              <td>{kind}</td>
              <td>
                <StatusBadge icon={icon} tone={tone}>
                  {t(`states.${mail.state}`)}
                </StatusBadge>
              </td>
              <td>{mail.recipient ?? <span className={classes.quiet}>{t('hidden')}</span>}</td>
              <td>
                {mail.mayOpen && (
                  <Button
                    variant="default"
                    size="compact-sm"
                    aria-label={t('openFor', { kind, when })}
                    onClick={() => onOpen(mail)}
                  >
                    {t('open')}
                  </Button>
                )}
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
