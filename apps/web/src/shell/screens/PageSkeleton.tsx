import { Skeleton } from '@mantine/core'
import { useLocation } from '@tanstack/react-router'
import { useContext } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './PageSkeleton.module.css'
import { InShellContext } from './Screen.tsx'
import { pageAt } from '../pages/page-lookup.ts'
import type { SkeletonKind } from '../pages/page-record.ts'

const rows = (count: number) =>
  Array.from({ length: count }, (_, row) => (
    <div key={row} className={classes.row}>
      <Skeleton circle height={36} />
      <Skeleton height={14} width={`${60 - ((row * 13) % 30)}%`} />
    </div>
  ))

const fields = Array.from({ length: 4 }, (_, row) => (
  <div key={row} className={classes.field}>
    <Skeleton height={14} width="60%" />
    <Skeleton height={36} radius={10} />
  </div>
))

/** The keys of an address that open one conversation, chat or entry. */
const opened = ['conversation', 'client', 'new', 'entry'] as const

/** Whether the page shows an open conversation, chat or entry. It fills a phone from the start, so that header and page do not move. */
function useFillsPhone(kind: SkeletonKind): boolean {
  const isOpen = useLocation({ select: ({ search }) => opened.some((key) => key in search) })
  return isOpen && (kind === 'messages' || kind === 'journal')
}

/** The skeleton of a page that is loading. It has the layout of the page. */
export function PageSkeleton() {
  const { t } = useTranslation()
  const inShell = useContext(InShellContext)
  const path = useLocation({ select: (location) => location.pathname })
  const kind = pageAt(path)?.skeleton ?? 'form'
  const fillsPhone = useFillsPhone(kind)
  if (!inShell) return null
  return (
    <div
      role="status"
      aria-busy="true"
      aria-label={t('loading')}
      data-kind={kind}
      data-fills-phone={fillsPhone || undefined}
      className={classes.page}
      data-page={path}
    >
      <Skeleton height={32} width={260} mb={24} />
      <Parts kind={kind} />
    </div>
  )
}

function Parts({ kind }: { kind: SkeletonKind }) {
  return (
    <>
      {kind === 'tabs' && (
        <div className={classes.tabs}>
          <Skeleton data-part="tab" height={20} width={84} />
          <Skeleton data-part="tab" height={20} width={84} />
        </div>
      )}
      {kind === 'tasks' &&
        [2, 2, 3].map((count, part) => (
          <div key={part} data-part="card" className={classes.card}>
            {rows(count)}
          </div>
        ))}
      {kind === 'calendar' ? (
        <Skeleton data-part="card" className={classes.hours} radius={14} />
      ) : kind === 'journal' || kind === 'messages' ? (
        <div className={classes.journal}>
          <div data-part="entries">{rows(6)}</div>
          <Skeleton data-part="card" className={classes.writing} radius={14} />
        </div>
      ) : kind === 'tasks' ? null : (
        <div className={kind === 'dashboard' ? classes.columns : undefined}>
          <div data-part="card" className={classes.card}>
            {kind === 'form' ? fields : rows(kind === 'dashboard' ? 4 : 7)}
          </div>
          {kind === 'dashboard' && (
            <div data-part="card" className={classes.card}>
              {rows(3)}
            </div>
          )}
        </div>
      )}
    </>
  )
}
