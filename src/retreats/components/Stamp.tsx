import css from './Stamp.module.css';

interface Props {
  /** The number on the stamp: the number of seats. */
  value: number;
  className?: string | undefined;
}

/** The stamp on the letter. It adds nothing to the words, so it is not read out. */
export function Stamp({ value, className }: Props) {
  return (
    <svg className={className} viewBox="0 0 208 190" aria-hidden="true">
      <g transform="rotate(-4 70 96)">
        <path className={css.edge} d="M8 14h124v158H8Z" />
        <path fill="#5b2a4e" d="M17 23h106v140H17Z" />
        <path fill="#d08a55" d="M17 112c22-8 40-4 58-9s34 1 48-5v65H17Z" />
        <path fill="#86627a" d="M17 121c20-14 36-9 52-2s36-9 54-3v47H17Z" />
        <path fill="#4e5b4a" d="M17 140c26-9 54-4 74-6 14-1 22-4 32-3v32H17Z" />
        <path fill="#2a1b2b" d="M73 143v-27l-5 1 20-22 21 21-5-1v27Z" />
        <path fill="#f6cf84" d="M84 143v-15c0-8 11-8 11 0v15Z" />
        <path fill="#f6cf84" d="m78 143 22-1 6 15c-12 5-26 5-38 1Z" opacity=".45" />
        <text className={css.value} x="27" y="62">
          {value}
        </text>
        <path fill="#f6cf84" d="m106 41 1.5 4.5 4.5 1.5-4.5 1.5-1.5 4.5-1.5-4.5-4.5-1.5 4.5-1.5Z" />
      </g>
      <g className={css.postmark}>
        <path d="M112 70c17-21 53-20 68 3s3 53-22 60-52-8-55-32c-1-11 3-23 9-31Z" />
        <path d="M118 77c14-15 41-14 52 4s2 40-17 45-40-7-42-25c0-9 3-18 7-24Z" />
        <path d="M176 74c10-5 18 4 28-1m-22 13c8-4 14 4 22 0m-20 12c8-4 13 4 20 0m-21 12c8-4 14 4 21 0m-25 12c9-4 16 3 25-1" />
        <path d="m143 88 3 9 9 3-9 4-3 9-4-9-9-3 9-4Z" />
      </g>
    </svg>
  );
}
