import type { Entry } from '@attune/contract/features/journal'
import { Button, Group } from '@mantine/core'
import { IconDevices } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useReader } from '../../platform/reader.ts'
import { momentWithin } from '../../ui/moment.ts'
import { Note } from '../../ui/Note.tsx'
import { RichText } from '../../ui/rich-text/RichText.tsx'
import classes from './entry.module.css'

type Props = { theirs: Entry; onMine: () => void; onTheirs: () => void }

/** Shows the version from another device, so that the author can choose one of the two. */
export function Conflict({ theirs, onMine, onTheirs }: Props) {
  const { t } = useTranslation('journal')
  const reader = useReader()
  return (
    <section className={classes.conflict} aria-label={t('conflict.other')}>
      <Note kind="warning" icon={IconDevices} urgent title={t('conflict.title')}>
        {t('conflict.text', { when: momentWithin(theirs.updatedAt, reader) })}
      </Note>
      <div className={classes.theirs}>
        {theirs.title && <h2 className={classes.theirTitle}>{theirs.title}</h2>}
        <RichText value={theirs.content} />
      </div>
      <Group gap="xs">
        <Button variant="default" onClick={onTheirs}>
          {t('conflict.theirs')}
        </Button>
        <Button variant="default" onClick={onMine}>
          {t('conflict.mine')}
        </Button>
      </Group>
    </section>
  )
}
