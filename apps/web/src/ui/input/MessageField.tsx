import { textLengths } from '@attune/contract/common/text/lengths'
import { Textarea } from '@mantine/core'

type Props = {
  label: string
  description?: string
  value: string
  onChange: (value: string) => void
  /** The number of lines of the empty field, and the number of lines from which the field scrolls. */
  rows?: [least: number, most: number]
  /** Whether the field gets the focus when its dialog opens. */
  focus?: boolean
}

/** A field for a message or reason of up to 500 characters that another person reads. The field grows with its text. */
export function MessageField({ label, description, value, onChange, rows: [least, most] = [2, 6], focus }: Props) {
  return (
    <Textarea
      label={label}
      description={description}
      data-autofocus={focus || undefined}
      autosize
      minRows={least}
      maxRows={most}
      maxLength={textLengths.reason}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
