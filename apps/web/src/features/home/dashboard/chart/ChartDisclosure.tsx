import { Button } from '@mantine/core'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ChartSection } from './ChartSection.tsx'
import classes from './chart.module.css'

/** A button that shows the client's chart of sessions below it. */
export function ChartDisclosure() {
  const { t } = useTranslation('dashboard')
  const id = useId()
  const [isOpen, setIsOpen] = useState(false)
  const Chevron = isOpen ? IconChevronDown : IconChevronRight
  return (
    <div>
      <Button
        className={classes.toggle}
        variant="subtle"
        aria-expanded={isOpen}
        aria-controls={id}
        leftSection={<Chevron size={18} aria-hidden />}
        onClick={() => setIsOpen(!isOpen)}
      >
        {t('chart.open')}
      </Button>
      <div id={id}>{isOpen && <ChartSection viewer="client" />}</div>
    </div>
  )
}
