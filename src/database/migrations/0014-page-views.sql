-- How often each page was seen on each day, by campaign: counts, and nothing about the visitors.
CREATE TABLE page_views (
  day text NOT NULL,
  page text NOT NULL,
  campaign text NOT NULL,
  robot integer NOT NULL,
  count integer NOT NULL,
  CONSTRAINT page_views_of_day PRIMARY KEY (day, page, campaign, robot)
);
