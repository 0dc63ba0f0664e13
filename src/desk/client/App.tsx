import { Component, lazy, Suspense, useEffect, useRef, type ComponentType, type ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { Logo } from '../../site/Logo.tsx';
import type { SiteFacts } from '../server/context.ts';
import { queryClient, useData } from './api.ts';
import css from './App.module.css';
import { Failure, Loading, LoadingOrFailure } from './components/Messages.tsx';
import { FactsContext, mayChange } from './facts.ts';
import { useLive, type Live } from './live.ts';
import { Overview } from './overview/Overview.tsx';
import { notResponding } from './request.ts';
import { useHasSessionEnded } from './session.ts';
import { SessionEnded } from './SessionEnded.tsx';

interface Tab {
  path: string;
  name: string;
  View: ComponentType;
  /** Readers do not see the tab. */
  isForOrganizers?: true;
}

/** Returns a component of a module that is loaded when the component is first shown. */
const loaded = <Name extends string>(load: () => Promise<Record<Name, Tab['View']>>, name: Name): Tab['View'] =>
  lazy<Tab['View']>(async () => ({ default: (await load())[name] }));

/** The first tab is part of the page; the others are loaded when they are opened. */
const overview: Tab = { path: '/', name: 'Today', View: Overview };
const tabs: Tab[] = [
  overview,
  { path: '/registrations', name: 'Registrations', View: loaded(() => import('./registrations/Registrations.tsx'), 'Registrations') },
  { path: '/retreat', name: 'The retreat', View: loaded(() => import('./retreat/Retreat.tsx'), 'Retreat') },
  { path: '/cohort', name: 'The cohort', View: loaded(() => import('./retreat/Cohort.tsx'), 'Cohort') },
  { path: '/house', name: 'The house', View: loaded(() => import('./house/House.tsx'), 'House'), isForOrganizers: true },
  { path: '/deliveries', name: 'Deliveries', View: loaded(() => import('./deliveries/Deliveries.tsx'), 'Deliveries') },
  { path: '/questions', name: 'Questions', View: loaded(() => import('./questions/Questions.tsx'), 'Questions') },
  { path: '/letters', name: 'Letters', View: loaded(() => import('./letters/Letters.tsx'), 'Letters') },
  { path: '/funnel', name: 'Funnel', View: loaded(() => import('./funnel/Funnel.tsx'), 'Funnel') },
  { path: '/pages', name: 'Pages', View: loaded(() => import('./pages/Pages.tsx'), 'Pages') },
];

/** Only organizers who signed in see it: on loopback there are no accounts. */
const access: Tab = { path: '/access', name: 'Access', View: loaded(() => import('./access/Access.tsx'), 'Access') };

export function App() {
  const [path] = useLocation();
  const { state, problem, reconnect } = useLive();
  const hasEnded = useHasSessionEnded();
  const { data: facts, error } = useData<SiteFacts>('/api/site', []);
  const visibleTabs = [...tabs, ...(facts?.signedIn ? [access] : [])].filter(
    ({ isForOrganizers }) => !isForOrganizers || !facts || mayChange(facts),
  );
  const tab = visibleTabs.find((each) => each.path === path) ?? overview;
  const main = useRef<HTMLElement>(null);
  const opened = useRef(tab);

  // As after a page load: the title names the tab, and the focus is at its beginning.
  useEffect(() => {
    document.title = `${tab.name} · The desk · Founder House`;
    if (opened.current !== tab) main.current?.focus();
    opened.current = tab;
  }, [tab]);

  const resume = () => {
    reconnect();
    void queryClient.invalidateQueries();
  };

  return (
    <div className={css.desk}>
      {hasEnded && <SessionEnded organizer={facts?.signedIn?.id} onResume={resume} />}
      <a className="skip" href="#content">
        Skip to content
      </a>
      <Navigation tabs={visibleTabs} current={tab} siteName={facts?.siteName ?? 'Founder House'} state={state} />
      <main className={css.content} id="content" ref={main} tabIndex={-1} aria-label={tab.name}>
        {state === 'lost' && <Failure>{notResponding}</Failure>}
        <Failure>{problem}</Failure>
        <LoadingOrFailure data={facts} error={error} />
        {facts && (
          <FactsContext value={facts}>
            <ErrorBoundary key={tab.path}>
              <Suspense fallback={<Loading />}>
                <tab.View />
              </Suspense>
            </ErrorBoundary>
          </FactsContext>
        )}
      </main>
    </div>
  );
}

const stateText = { connecting: 'Connecting', live: 'Live', lost: 'Closed' };

interface NavigationProps {
  tabs: Tab[];
  current: Tab;
  siteName: string;
  state: Live['state'];
}

function Navigation({ tabs: visibleTabs, current, siteName, state }: NavigationProps) {
  return (
    <header className={`screen-only ${css.side}`} aria-label={siteName}>
      <p className="wordmark">
        <Logo name={siteName} />
      </p>
      <p className={`subtitle ${css.name}`}>The desk</p>
      <nav className={css.tabs} aria-label="The desk">
        <ul role="list">
          {visibleTabs.map((tab) => (
            <li key={tab.path}>
              <Link href={tab.path} aria-current={tab === current ? 'page' : undefined}>
                {tab.name}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <p className={css.live} data-state={state} role="status">
        {stateText[state]}
      </p>
    </header>
  );
}

/** An error in one tab leaves the others usable. */
class ErrorBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    return this.state.hasFailed ? <Failure>This tab cannot be shown. Reload the page; no data is lost.</Failure> : this.props.children;
  }
}
