import type { WorkshopContent } from '../../content/schemas/workshop.ts';
import { startOfWorkshop } from '../../content/workshop-schedule.ts';

interface Props {
  workshop: WorkshopContent;
  className?: string | undefined;
}

/** An empty element into which `LocalTime.astro` writes the workshop's start in the visitor's time zone. The `<time>` is around it. */
export const VisitorTime = ({ workshop, className }: Props) => <span className={className} data-local-time={weekdayAndClock(workshop)} />;

/** For example "Friday 10:00 AM", in the time zone of the workshop. */
function weekdayAndClock(workshop: WorkshopContent): string {
  const start = startOfWorkshop(workshop);
  const { zone: timeZone } = workshop;
  return `${start.toLocaleString('en', { weekday: 'long', timeZone })} ${start.toLocaleString('en', { timeStyle: 'short', timeZone })}`;
}
