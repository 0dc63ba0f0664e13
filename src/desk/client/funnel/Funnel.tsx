import { Fragment, useState } from 'react';
import { formatNumber, pluralize } from '../../../content/format.ts';
import { stepLabels, steps, type Steps } from '../../../funnel/funnel.ts';
import type { FunnelOfLargest } from '../../server/routes/workshops.ts';
import { useData } from '../api.ts';
import { Empty, LoadingOrFailure } from '../components/Messages.tsx';
import { TableHead } from '../components/TableHead.tsx';
import { Select } from '../components/Select.tsx';
import { workshopOptions } from '../words.ts';
import { useFacts } from '../facts.ts';
import rowsAsCards from '../components/RowsAsCards.module.css';
import css from './Funnel.module.css';

/** The way from a page to a seat: how many took each step, and from which campaign. */
export function Funnel() {
  const { workshops } = useFacts();
  const [workshop, setWorkshop] = useState('');
  const { data, error } = useData<FunnelOfLargest>(`/api/funnel?${new URLSearchParams({ workshop })}`, [
    'submissions',
    'entries',
    'attendance',
  ]);
  return (
    <>
      <header className="stack roomy">
        <h1>From a page to a seat</h1>
        <div className="row">
          <Select
            label="Workshop"
            value={workshop}
            options={[['', 'Everything together'], ...workshopOptions(workshops)]}
            onChange={setWorkshop}
          />
        </div>
      </header>
      <LoadingOrFailure data={data} error={error} />
      {data && <Steps data={data} />}
    </>
  );
}

function Steps({ data: { total, robots, campaigns, otherCampaigns } }: { data: FunnelOfLargest }) {
  if (campaigns.length === 0) return <Empty>Nobody has opened a page or sent a form yet.</Empty>;
  return (
    <>
      <Plot total={total} />
      <div className={css.wide} role="region" aria-label="The steps by campaign" tabIndex={0}>
        <table className={`${rowsAsCards.table} ${css.table}`}>
          <TableHead headings={['Campaign', ...Object.values(stepLabels)]} />
          <tbody>
            {campaigns.map(({ campaign, ...counts }) => (
              <Row key={campaign} name={campaign || 'No campaign'} counts={counts} />
            ))}
          </tbody>
          {campaigns.length > 1 && (
            <tfoot>
              <Row name="All" counts={total} />
            </tfoot>
          )}
        </table>
      </div>
      <p className={`quiet ${css.note}`}>
        “Seen” and “Watched” count how often a page or a replay was opened, the others count founders. “Posted” are those who sent a form,
        “Joined” those who came to a workshop. A founder counts under the campaign of the first form. For one workshop, the waitlist has
        only those who joined it after the workshop’s form.
        {robots > 0 && ` Programs such as search engines opened the pages ${pluralize(robots, 'time')}; they are not counted here.`}
        {otherCampaigns > 0 && ` The command “organizer funnel” lists the ${pluralize(otherCampaigns, 'other campaign')}.`}
      </p>
    </>
  );
}

const Row = ({ name, counts }: { name: string; counts: Steps }) => (
  <tr>
    <th scope="row">
      <bdi>{name}</bdi>
    </th>
    {steps.map((step) => (
      <td key={step} data-label={stepLabels[step]}>
        {formatNumber(counts[step])}
      </td>
    ))}
  </tr>
);

/** One bar for each step, as long as its share of the people who posted; page views have a different scale, and no bar. */
function Plot({ total }: { total: Steps }) {
  const people = steps.filter((step) => step !== 'views' && step !== 'watched');
  const most = Math.max(1, ...people.map((step) => total[step]));
  const label = `Of ${formatNumber(total.posted)} founders who posted a form, ${people
    .slice(1)
    .map((step) => `${formatNumber(total[step])} ${stepLabels[step].toLowerCase()}`)
    .join(', ')}.`;
  return (
    <div className={css.plot} role="img" aria-label={label}>
      {people.map((step) => (
        <Fragment key={step}>
          <span>{stepLabels[step]}</span>
          <span className="row">
            <span className={css.bar} style={{ width: `calc((100% - 5rem) * ${total[step] / most})` }} />
            {formatNumber(total[step])}
          </span>
        </Fragment>
      ))}
    </div>
  );
}
