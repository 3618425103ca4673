CREATE TABLE titles (
	letter VARCHAR(1) NOT NULL,
	number INTEGER NOT NULL,
	place INTEGER NOT NULL,
	text TEXT NOT NULL,
	sure FLOAT NOT NULL,
	typed BOOLEAN NOT NULL,
	PRIMARY KEY (letter, number, place)
);
INSERT INTO "titles" VALUES('E',2,0,'The ’Tome’',0.5,1);
