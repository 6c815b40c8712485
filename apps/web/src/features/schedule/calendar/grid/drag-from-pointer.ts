import type interaction from '@fullcalendar/react/interaction'

type DragSettings = { useEventCenter: boolean }

/** FullCalendar creates the interactions of a grid in order, each with the same settings. This one only changes the settings. */
class MeasureFromPointer {
  constructor(settings: DragSettings) {
    settings.useEventCenter = false
  }
  destroy() {}
}

/**
 * A plugin of FullCalendar that measures a drag from the pointer. By default, FullCalendar measures it from the middle of the slot below the pointer,
 * so that an item lands half a slot too late if a slot is longer than the step of a drag. It must be before the plugin `interaction`.
 */
export const dragFromPointer = {
  name: 'drag-from-pointer',
  componentInteractions: [MeasureFromPointer],
} as unknown as typeof interaction
