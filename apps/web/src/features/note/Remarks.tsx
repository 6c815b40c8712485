import { Button } from '@mantine/core'
import { Suspense, lazy, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Note } from '../../ui/Note.tsx'
import classes from './note.module.css'
import type { Look } from './shapes.ts'
import type { Writing } from './writing.ts'

const Conflict = lazy(() => import('./Conflict.tsx').then((file) => ({ default: file.Conflict })))

type Props = { look: Look; writing: Writing }

/** Messages above a text: that it was restored, that there are two versions, or that one was set aside. */
export function Remarks({ look, writing }: Props) {
  const { t } = useTranslation('note')
  if (look.phase === 'conflict' && look.theirs !== null)
    return (
      <Suspense>
        <Conflict mine={look.text} theirs={look.theirs} writing={writing} />
      </Suspense>
    )
  return (
    <>
      {look.restored && (
        <div className={classes.remark} role="status">
          <Note>{t(look.phase === 'saved' ? 'backSaved' : 'back')}</Note>
        </div>
      )}
      {look.aside.length > 0 && <Aside texts={look.aside} onDrop={() => writing.dropAside()} />}
    </>
  )
}

function Aside({ texts, onDrop }: { texts: string[]; onDrop: () => void }) {
  const { t } = useTranslation('note')
  const [shown, setShown] = useState(false)
  return (
    <div className={classes.remark}>
      <Note
        title={t('aside.title')}
        action={
          <>
            <Button variant="subtle" size="compact-sm" onClick={() => setShown(!shown)}>
              {t(shown ? 'aside.hide' : 'aside.show')}
            </Button>
            <Button variant="subtle" color="gray" size="compact-sm" onClick={onDrop}>
              {t('aside.drop')}
            </Button>
          </>
        }
      >
        {t('aside.text')}
      </Note>
      {shown &&
        texts.map((text, place) => (
          <div key={`${place} ${text.length}`} className={classes.other}>
            {text}
          </div>
        ))}
    </div>
  )
}
